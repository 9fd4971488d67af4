import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Renders an OpenAPI document, its calls with the key filled in. It follows the light or dark of the page. */
export function showDocument(place: HTMLElement, url: string, apiKey: string): void {
  addStyle();
  followTheme();
  const ui = SwaggerUI({
    domNode: place,
    url,
    validatorUrl: null,
    deepLinking: false,
    tryItOutEnabled: true,
    docExpansion: 'list',
    syntaxHighlight: { activated: false },
    plugins: [accessible],
    responseInterceptor: (response: { url: string; text: string }) =>
      response.url.endsWith(url) ? { ...response, text: forReaders(response.text) } : response,
    onComplete: () => ui.preauthorizeApiKey('bearerAuth', apiKey),
  });
}

/** A document as a reader wants it: without the keywords that belong to tools, and with the beginning of its description. */
function forReaders(text: string): string {
  const { info, ...rest } = JSON.parse(text, (key, value) => (key.startsWith('x-') ? undefined : value));
  return JSON.stringify({ info: { ...info, description: info.description?.split('\n\n')[0] }, ...rest });
}

/**
 * Fields and buttons get the name that they lack, and long text can be scrolled from the keyboard; the choice of servers goes, because
 * there is one.
 */
const accessible: Plugin = () => ({
  wrapComponents: {
    ServersContainer: () => () => null,
    ExamplesSelect: inside('label', 'Example'),
    RequestBodyEditor: inside('label', 'Body'),
    CloseIcon: inside('span', 'Close'),
    ChevronRightIcon: inside('span', 'Details'),
    PlainTextViewer:
      (_Original, { React: { createElement } }) =>
      (props) => {
        const { className = '', children } = props as { className?: string; children: unknown };
        return createElement('pre', { className: `microlight ${className}`, tabIndex: 0 }, children);
      },
  },
});

/** Puts a component into an element whose text only screen readers tell. */
function inside(element: 'label' | 'span', text: string): ReturnType<Plugin>['wrapComponents'][string] {
  return (Original, { React: { createElement } }) =>
    (props) =>
      createElement(
        element,
        null,
        createElement('span', { className: 'unseen' }, text),
        createElement(Original, props),
      );
}

function addStyle(): void {
  const href = '/console/reference.css';
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.onchange = follow;
  follow();
}
