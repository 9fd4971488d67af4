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

  /** Swagger UI, with its options by their names. */
  export default function SwaggerUI(options: object): { preauthorizeApiKey(scheme: string, key: string): void };
}
