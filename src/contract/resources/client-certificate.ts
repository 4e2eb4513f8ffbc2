import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schema.ts'
import { matching } from '../matching.ts'

const maxPemLength = 100_000

/** A certificate for hosts that request one, in PEM. */
export const ClientCertificateBodySchema = Type.Object({
  host: Type.String({
    minLength: 1,
    maxLength: 260,
    ...matching(
      '^[A-Za-z0-9*?._-]+(:\\d{1,5})?$',
      'a host name, with * and ? as wildcards, for example *.example.com or api.example.com:8443',
    ),
    description: 'A host name, with * and ? as wildcards; with a port it counts for that port only.',
  }),
  path: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1024,
        ...matching(
          '^(/[^\\s?#\\\\\\u0000-\\u001f]*[^\\s?#/\\\\\\u0000-\\u001f]/*)?$',
          'the start of a path, for example /partner',
        ),
      }),
      {
        description:
          'Start of a path, in whole segments: the certificate is presented only to URLs below it. Empty: every path.',
      },
    ),
  ),
  cert: Type.String({ minLength: 1, maxLength: maxPemLength }),
  key: Type.Optional(
    Type.String({ minLength: 1, maxLength: maxPemLength, description: 'Required; never readable again.' }),
  ),
  ca: Type.Optional(
    Nullable(Type.String({ maxLength: maxPemLength }), {
      description: 'Additional certificate authorities trusted for this host.',
    }),
  ),
  passphrase: Type.Optional(Nullable(Type.String({ maxLength: 1024 }), { description: 'Of the key.' })),
})
export type ClientCertificateBody = Static<typeof ClientCertificateBodySchema>

export const ClientCertificateSchema = Type.Object({
  id: Type.String(),
  host: Type.String(),
  path: Nullable(Type.String()),
  cert: Type.String(),
  ca: Nullable(Type.String()),
  expires_at: Type.String({ description: 'End of the validity of the certificate.' }),
  created_at: Type.String(),
})
export type ClientCertificateResource = Static<typeof ClientCertificateSchema>
