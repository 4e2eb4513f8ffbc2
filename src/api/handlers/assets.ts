import type { AssetList, AssetResource, Handlers } from '#contract'
import type { ListedAsset } from '#reporting'
import { listAssets } from '#reporting'
import { viewUrl } from '../artifacts-origin/view-url.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const assetHandlers = {
  listCheckResultAssets: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const resultId = uuidFromPath(params.checkResultId, 'CHECK_RESULT_NOT_FOUND')
    const key = { accountId: context.accountId, checkId, resultId, testSessionId: null }
    const filter = { types: query.type, name: query.name }
    return presentAssets(await listAssets(context.store, callerOf(context), key, filter), context)
  },

  listTestSessionResultAssets: async ({ params, query }, context) => {
    const resultId = params.testSessionResultId.toLowerCase()
    const testSessionId = params.testSessionId.toLowerCase()
    const key = { accountId: context.accountId, checkId: null, resultId, testSessionId }
    const filter = { types: query.type, name: query.name }
    return presentAssets(await listAssets(context.store, callerOf(context), key, filter), context)
  },
} satisfies Partial<Handlers<RequestContext>>

const presentAssets = (
  assets: readonly ListedAsset[],
  urls: Pick<RequestContext, 'publicUrl' | 'artifactsUrl'>,
): AssetList => ({
  assets: assets.map((asset) => presentAsset(asset, urls)),
  truncated: false,
  entriesReturned: assets.length,
  entriesTotal: assets.length,
})

const presentAsset = (
  { run, ...asset }: ListedAsset,
  { publicUrl, artifactsUrl }: Pick<RequestContext, 'publicUrl' | 'artifactsUrl'>,
): AssetResource => ({
  type: asset.type,
  name: asset.name,
  url: `${publicUrl}${asset.path}`,
  viewUrl: artifactsUrl === null ? null : viewUrl(asset, artifactsUrl),
  contentType: asset.contentType,
  source: {
    type: run.key.testSessionId === null ? 'check-result' : 'test-session-result',
    checkId: run.checkId,
    checkName: run.checkName,
    checkType: run.checkType,
    resultId: run.key.resultId,
    ...(run.key.testSessionId === null ? {} : { testSessionId: run.key.testSessionId }),
  },
})
