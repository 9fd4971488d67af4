import ts from 'typescript';

/** One small mistake in a file: what stands between two offsets, and what stands there instead. */
export interface Mutant {
  file: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** What is replaced by what, in one line: `a < b → a <= b`. */
  change: string;
  /** The line as it is, without the blanks around it. */
  code: string;
}

/** What stands in a node's place, instead of its text. */
type Operator = (node: ts.Node, textOf: (node: ts.Node) => string) => (string | Span)[];

/** A replacement of a part of the node only. */
interface Span {
  start: number;
  end: number;
  replacement: string;
}

const { SyntaxKind } = ts;

const otherOperators: Partial<Record<ts.SyntaxKind, string[]>> = {
  [SyntaxKind.LessThanToken]: ['<=', '>='],
  [SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [SyntaxKind.BarBarToken]: ['&&'],
  [SyntaxKind.PlusToken]: ['-'],
  [SyntaxKind.MinusToken]: ['+'],
  [SyntaxKind.AsteriskToken]: ['/'],
  [SyntaxKind.SlashToken]: ['*'],
  [SyntaxKind.PercentToken]: ['*'],
  [SyntaxKind.PlusEqualsToken]: ['-='],
  [SyntaxKind.MinusEqualsToken]: ['+='],
};

const otherMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** Methods that can be left out: what they are called on stays. */
const dispensable = new Set(['filter', 'sort', 'reverse', 'trim', 'toLowerCase', 'slice', 'toSorted', 'flat']);

const operators: readonly Operator[] = [
  function binary(node, textOf) {
    if (!ts.isBinaryExpression(node)) return [];
    const { left, right, operatorToken } = node;
    const others = otherOperators[operatorToken.kind] ?? [];
    const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
    const replaced = isText && operatorToken.kind === SyntaxKind.PlusToken ? [] : others;
    const fallback = operatorToken.kind === SyntaxKind.QuestionQuestionToken ? [textOf(left), textOf(right)] : [];
    return [...replaced.map((other) => `${textOf(left)} ${other} ${textOf(right)}`), ...fallback];
  },
  function condition(node, textOf) {
    if (ts.isConditionalExpression(node)) return [textOf(node.whenTrue), textOf(node.whenFalse)];
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [part(node.expression, 'false')];
    return [];
  },
  function unary(node, textOf) {
    if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === SyntaxKind.ExclamationToken || node.operator === SyntaxKind.MinusToken)
        return [textOf(node.operand)];
      if (node.operator === SyntaxKind.PlusPlusToken) return [`--${textOf(node.operand)}`];
    }
    if (ts.isPostfixUnaryExpression(node) && node.operator === SyntaxKind.PlusPlusToken)
      return [`${textOf(node.operand)}--`];
    if (ts.isAwaitExpression(node)) return [textOf(node.expression)];
    return [];
  },
  function literal(node, textOf) {
    if (node.kind === SyntaxKind.TrueKeyword) return ['false'];
    if (node.kind === SyntaxKind.FalseKeyword) return ['true'];
    if (ts.isNumericLiteral(node)) {
      const value = Number(textOf(node).replaceAll('_', ''));
      return [String(value + 1), ...(value > 1 ? [String(value - 1)] : [])];
    }
    // Words for people are not what a test should hold letter by letter.
    return ts.isStringLiteral(node) && /^\S+$/.test(node.text) ? ["''"] : [];
  },
  function statement(node) {
    if (ts.isReturnStatement(node) && node.expression) return [part(node.expression, 'undefined')];
    const isAct = ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
    return isAct ? [';'] : [];
  },
  function optionalChain(node) {
    const isOptional =
      ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
    if (!isOptional || !node.questionDotToken) return [];
    return [part(node.questionDotToken, ts.isPropertyAccessExpression(node) ? '.' : '')];
  },
  function regularExpression(node, textOf) {
    if (!ts.isRegularExpressionLiteral(node)) return [];
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(textOf(node)) ?? [];
    const sources = [
      source.replace(/^\^/, ''),
      source.replace(/\$$/, ''),
      source.replace(/(?<!\\)\+/, '*'),
      source.replace(/(?<!\\)\*/, '+'),
    ].filter((other) => other !== source && other !== '');
    const others = flags === '' ? ['i'] : [...flags].map((flag) => flags.replace(flag, ''));
    return [...sources.map((other) => `/${other}/${flags}`), ...others.map((other) => `/${source}/${other}`)];
  },
  function list(node, textOf) {
    if (ts.isArrayLiteralExpression(node)) return without(node.elements, textOf).map((rest) => `[${rest}]`);
    if (!ts.isObjectLiteralExpression(node)) return [];
    const spreads = node.properties.filter(ts.isSpreadAssignment);
    return spreads.map(
      (spread) =>
        `{ ${node.properties
          .filter((one) => one !== spread)
          .map(textOf)
          .join(', ')} }`,
    );
  },
  function method(node, textOf) {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const { name, expression } = node.expression;
    if (dispensable.has(name.text)) return [textOf(expression)];
    const other = otherMethods[name.text];
    return other ? [part(name, other)] : [];
  },
];

/** All mutants of a file, in the order of its text. What only types say is left alone. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const textOf = (node: ts.Node) => node.getText(source);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const operator of operators) {
      for (const replaced of operator(node, textOf)) {
        const whole = { start: node.getStart(source), end: node.getEnd() };
        const { start, end, replacement } =
          typeof replaced === 'string' ? { ...whole, replacement: replaced } : replaced;
        const line = source.getLineAndCharacterOfPosition(start).line;
        const change = shown(`${text.slice(start, end)} → ${replacement}`);
        found.push({ file, line: line + 1, start, end, replacement, change, code: lines[line]?.trim() ?? '' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text with a mutant in it. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function part(node: ts.Node, replacement: string): Span {
  return { start: node.getStart(), end: node.getEnd(), replacement };
}

/** The list with one of its elements left out: the first, the last, and each that is spread into it. */
function without(elements: readonly ts.Expression[], textOf: (node: ts.Node) => string): string[] {
  const gone = elements.filter((one, index) => index === 0 || index === elements.length - 1 || ts.isSpreadElement(one));
  return gone.map((one) =>
    elements
      .filter((other) => other !== one)
      .map(textOf)
      .join(', '),
  );
}

function shown(change: string): string {
  return change.replace(/\s+/g, ' ');
}
