import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

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
    onComplete: () => ui.preauthorizeApiKey('bearerAuth', apiKey),
  });
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
