import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, OneOf, Uuid } from '../schema.ts'

export const assetTypes = ['log', 'trace', 'video', 'screenshot', 'pcap', 'report', 'file'] as const
export type AssetType = (typeof assetTypes)[number]

const AssetSchema = Type.Object({
  type: OneOf(assetTypes),
  name: Type.String(),
  url: Type.String({ description: 'Download URL; works without a key, for an hour.' }),
  viewUrl: Nullable(Type.String(), {
    description:
      'Where browsers open the file, on a separate origin; works like `url`. Null for files that browsers do not open, and without such an origin.',
  }),
  contentType: Type.String(),
  source: Type.Object({
    type: OneOf(['check-result', 'test-session-result']),
    checkId: Type.Optional(Uuid()),
    checkName: Type.Optional(Type.String()),
    checkType: Type.Optional(Type.String()),
    resultId: Type.Optional(Uuid()),
    testSessionId: Type.Optional(Uuid()),
  }),
})
export type AssetResource = Static<typeof AssetSchema>

/** A file stored with one run, such as its log or the response body. */
export const AssetListSchema = Type.Object({
  assets: Type.Array(AssetSchema),
  truncated: Type.Boolean({ description: 'Whether the list is incomplete.' }),
  entriesReturned: Type.Integer({ minimum: 0 }),
  entriesTotal: Type.Integer({ minimum: 0 }),
})
export type AssetList = Static<typeof AssetListSchema>
