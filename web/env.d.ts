/// <reference types="vite/client" />

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}

declare module 'virtual:site-script' {
  const url: string;
  export default url;
}

interface Window {
  /** What React Router knows of the routes before it hydrates the document. */
  __reactRouterManifest?: import('react-router').EntryContext['manifest'];
}
