// The paths of OAuth's endpoints. People visit `authorize`, so the pages serve it; here it only has its name.
export const ownPaths = {
  register: '/api/v1/register',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

export const authorizePath = '/oauth/authorize';
