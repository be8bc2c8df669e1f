// Where the endpoints of OAuth are. People come to `authorize`, so it is served with the pages; here it is only named.
export const ownPaths = {
  register: '/api/v1/register',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

export const authorizePath = '/oauth/authorize';
