import { dirname, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { components } from '../../../spec/generated/profile.ts';
import { escapeStep, parsePointer } from '../../../spec/json.ts';
import { loadRegister } from '../../../spec/register.ts';
import { explainErrors } from '../../../spec/schema-flaws.ts';
import { didYouMean } from '../../../spec/texts.ts';
import { formatPlace, Locator, parseYaml, readText } from '../../../spec/yaml.ts';
import { refuse } from '../outcome/outcome.ts';
import profileSchema from './profile.schema.json' with { type: 'json' };

/** A target profile as written; `targets/staging.example.yaml` explains each entry. */
export type Profile = components['schemas']['Profile'];
/** The accounts that a profile can name. */
export type AccountName = keyof Profile['accounts'];
/** The permissions of a profile. */
export type Permission = NonNullable<Profile['allow']>[number];
/** A known failure that does not count until a day. */
export type Waiver = NonNullable<Profile['waivers']>[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a profile. Throws a ConfigurationError or a ContractError of one line with file, line and reason. */
export function readProfile(file: string, environment: Environment = process.env): Profile {
  const profile = parseProfile(readText(file), file, environment);
  if (profile.http?.ca) profile.http.ca = resolve(dirname(file), profile.http.ca);
  return profile;
}

/** The place of a member of a profile, such as `staging.yaml:31:5`, by its path, such as `accounts.other`. */
export function locateMember(file: string, path: string): string {
  const pointer = path.split('.').map((step) => `/${escapeStep(step)}`);
  return formatPlace(new Locator(file, protect(readText(file))).at(pointer.join('')));
}

/** Characters of a profile at most: the time to find a place grows with the square of its keys. */
const MAX_CHARACTERS = 100_000;

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  formats: { url: (text: string) => URL.canParse(text), date: fullFormats.date },
  // To check the schema, or to optimize its checks, would only take time.
  validateSchema: false,
  meta: false,
  code: { optimize: false },
});

/** Parses a profile: `${NAME}` is taken from the environment, unknown keys are refused. */
export function parseProfile(text: string, file: string, environment: Environment = process.env): Profile {
  if (text.length > MAX_CHARACTERS) refuse(`${file}: is longer than ${MAX_CHARACTERS} characters`);
  const { value, at } = fillIn(text, file, environment);
  const validate = ajv.compile<Profile>(profileSchema);
  if (validate(value)) return checkConsistency(value, at);
  const [flaw] = explainErrors(validate.errors, (pointer) => parsePointer(pointer).join('.') || 'the profile');
  refuse(`${at(parsePointer(flaw?.pointer ?? ''))}: ${flaw?.message}`);
}

/** Refuses a scope that leaves out a need which the profile meets, and a waiver of an unknown rule. */
function checkConsistency(profile: Profile, at: (path: string[]) => string): Profile {
  const rules = [...loadRegister().keys()];
  for (const [index, { rule }] of profile.waivers?.entries() ?? []) {
    if (rules.some((id) => id === rule)) continue;
    const where = at(['waivers', String(index), 'rule']);
    refuse(`${where}: waives ${rule}, which isn't a rule${didYouMean(rule, rules)}`);
  }
  for (const [index, name] of profile.scope?.without.entries() ?? []) {
    const isAllowed = profile.allow?.includes(name as Permission);
    const offered = name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], profile);
    if (!isAllowed && offered === undefined) continue;
    const where = isAllowed ? `allow: [${profile.allow?.join(', ')}]` : name;
    refuse(
      `${at(['scope', 'without', String(index)])}: the scope is without ${name}, and the profile offers it (${where}): take one of them out`,
    );
  }
  return profile;
}

/** A profile with the values of the environment, and the names of its places. */
function fillIn(text: string, file: string, environment: Environment) {
  const at = (path: string[]) =>
    formatPlace(new Locator(file, protect(text)).at(path.map((step) => `/${escapeStep(step)}`).join('')));
  const value = fill(parseYaml(protect(text), file, 'product'), [], (path, name) => {
    const found = environment[name];
    if (found !== undefined && found !== '') return found;
    refuse(`${at(path)}: the environment variable ${name} is not set (${path.join('.')} is taken from it)`);
  });
  return { value, at };
}

/** `${NAME}` isn't plain text in a YAML flow map, so it is replaced by as many other characters before parsing. */
function protect(text: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, '\uE000\uE000$1\uE001');
}

function fill(value: unknown, path: string[], lookUp: (path: string[], name: string) => string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\uE000\uE000(\w+)\uE001/g, (_, name: string) => lookUp(path, name));
  }
  if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, String(index)], lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key], lookUp)]));
}
