import { breaking, operation, rename, safe, soft, within } from './change.ts';

/** Changes of who is let in. */
export const security = [
  breaking('another scheme than bearer', (d) => {
    within(d, 'components', 'securitySchemes', 'bearerAuth').scheme = 'basic';
  }),
  breaking('an API key instead of a token', (d) => {
    within(d, 'components', 'securitySchemes').bearerAuth = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
  }),
  breaking('a second scheme beside the first', (d) => {
    within(d, 'components', 'securitySchemes').apiKey = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
    d.security = [{ bearerAuth: [], apiKey: [] }];
  }),
  breaking('a scope for everything', (d) => {
    d.security = [{ bearerAuth: ['all'] }];
  }),
  breaking('a scope for one operation', (d) => {
    operation(d, 'createEmailMessage').security = [{ bearerAuth: ['email:write'] }];
  }),
  safe('a second scheme instead of the first, if one likes', (d) => {
    within(d, 'components', 'securitySchemes').apiKey = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
    d.security = [{ bearerAuth: [] }, { apiKey: [] }];
  }),
  soft('an operation becomes public', (d) => {
    operation(d, 'listDirDocumentTypes').security = [];
  }),
  safe('security is said by each operation', (d) => {
    for (const item of Object.values(within(d, 'paths'))) {
      for (const one of Object.values(item as object)) one.security = [{ bearerAuth: [] }];
    }
    delete d.security;
  }),
  safe('a scheme has another name', (d) => {
    rename(within(d, 'components', 'securitySchemes'), 'bearerAuth', 'token');
    d.security = [{ token: [] }];
  }),
  safe('a scheme that nobody uses is added', (d) => {
    within(d, 'components', 'securitySchemes').basic = { type: 'http', scheme: 'basic' };
  }),
  soft('tokens are said to be JWTs', (d) => {
    within(d, 'components', 'securitySchemes', 'bearerAuth').bearerFormat = 'JWT';
  }),
];
