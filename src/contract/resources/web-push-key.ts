import Type from 'typebox'

/** The public key of this installation for push services. */
export const WebPushKeySchema = Type.Object({
  publicKey: Type.String({ description: 'An uncompressed P-256 point in base64url: the `applicationServerKey`.' }),
})
