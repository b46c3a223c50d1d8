import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { onceLinked } from './once-linked.ts';

if (window.__reactRouterManifest) window.__reactRouterManifest = onceLinked(window.__reactRouterManifest);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
