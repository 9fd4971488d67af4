declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What is used of Swagger UI. */
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    validatorUrl: null;
    deepLinking: boolean;
    tryItOutEnabled: boolean;
    docExpansion: 'list';
    onComplete: () => void;
  }): { preauthorizeApiKey(scheme: string, key: string): void };
}
