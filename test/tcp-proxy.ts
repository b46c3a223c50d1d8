/** A TCP proxy that can fall silent like a host that has vanished: it closes no connection and forwards nothing. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Forwards nothing from now on, over open and new connections. */
  fallSilent(): void;
  /** Forwards new connections; the old ones stay silent. */
  mend(): void;
  close(): Promise<void>;
}

export async function openProxy(toPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return;
    const far = connect(toPort, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause().removeAllListeners('close');
    },
    mend() {
      isSilent = false;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
