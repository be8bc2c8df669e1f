/** Method and path of each endpoint with which an app signs a person in, apart from those of everything else: a browser that signs in by cookie needs none of them. */

export const signInRoutes = {
  register: 'POST /api/v1/register',
  authorize: 'GET /oauth/authorize',
  token: 'POST /oauth/token',
  revokeToken: 'POST /oauth/revoke',
  introspectToken: 'POST /oauth/introspect',
  getServerMetadata: 'GET /.well-known/oauth-authorization-server',
} as const;
