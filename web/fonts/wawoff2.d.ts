declare module 'wawoff2/compress.js' {
  export default function compress(font: Uint8Array): Promise<Uint8Array>;
}

declare module 'wawoff2/decompress.js' {
  export default function decompress(font: Uint8Array): Promise<Uint8Array>;
}
