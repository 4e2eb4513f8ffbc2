declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    readonly xml?: boolean
    /** The charset of the content type. */
    readonly transportLayerEncodingLabel?: string
    readonly defaultEncoding?: string
  }

  /** The name of the encoding of a document as the WHATWG Encoding standard has it. */
  export default function sniffEncoding(bytes: Uint8Array, options: SniffOptions): string
}
