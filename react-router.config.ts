import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  serverBuildFile: 'pages.js',
  // Without lazy discovery there is no manifest endpoint to guard.
  routeDiscovery: { mode: 'initial' },
  // The server refuses cross-site writes before a page sees them, by PUBLIC_URL; behind a proxy
  // the router's own comparison with the request's URL would refuse good ones.
  allowedActionOrigins: ['**'],
} satisfies Config;
