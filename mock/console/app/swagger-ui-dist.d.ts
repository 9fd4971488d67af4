declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = (props: object) => unknown;
  type CreateElement = (type: Component | string, props: object | null, ...children: unknown[]) => unknown;

  /** Changes components of Swagger UI, each known by its name; its React comes with it. */
  export type Plugin = () => {
    wrapComponents: Record<
      string,
      (original: Component, system: { React: { createElement: CreateElement } }) => Component
    >;
  };

  /** What is used of Swagger UI. */
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    validatorUrl: null;
    deepLinking: boolean;
    tryItOutEnabled: boolean;
    docExpansion: 'list';
    syntaxHighlight: { activated: false };
    plugins: Plugin[];
    responseInterceptor: (response: { url: string; text: string }) => object;
    onComplete: () => void;
  }): { preauthorizeApiKey(scheme: string, key: string): void };
}
