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
    plugins: [withLabels],
    onComplete: () => ui.preauthorizeApiKey('bearerAuth', apiKey),
  });
}

/** The choice of examples gets the label that it lacks; that of servers goes, because there is one. */
const withLabels: Plugin = () => ({
  wrapComponents: {
    ServersContainer: () => () => null,
    ExamplesSelect:
      (Original, { React: { createElement } }) =>
      (props) =>
        createElement(
          'label',
          null,
          createElement('span', { className: 'unseen' }, 'Example'),
          createElement(Original, props),
        ),
  },
});

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
