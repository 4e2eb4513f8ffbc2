import type { OperationRow } from '#contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { downloadAsset } from '#reporting'
import type { DownloadedAsset } from '#reporting'
import type { Admit } from '../authentication/admission.ts'
import { gate } from './mount-operations.ts'
import type { RequestEnvironment } from './open-request.ts'
import { asDownload, sendAsset } from '../answers/send-asset.ts'

/**
 * The admission check of downloads. They are no operations: asset lists link to them, with a signature instead of a
 * key.
 */
const row: OperationRow = {
  method: 'GET',
  path: '/downloads/{token}/{name}',
  tag: 'Assets',
  summary: 'Download an asset of a run',
  access: 'public',
  success: { status: 200 },
  faults: ['ASSET_NOT_FOUND', 'ASSET_CONTENT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'ARTIFACT_STORE_UNAVAILABLE'],
}

type AssetEnvironment = Pick<RequestEnvironment, 'store' | 'clock' | 'blobs'>

/** Mounts the links of asset lists. They work without a key until they expire. */
export function mountDownloads(
  app: FastifyInstance,
  environment: AssetEnvironment,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  app.route({
    method: 'GET',
    url: '/downloads/:token/:name',
    onRequest: gate(admission('downloadAsset', row)),
    handler: async (request, reply) => {
      const asset = await requestedAsset(request, environment)
      return sendAsset(request, reply, asset, asDownload(asset))
    },
  })
}

/** The asset that the token and the name in the path of a request are about. */
export const requestedAsset = (
  request: FastifyRequest,
  { store, clock, blobs }: AssetEnvironment,
): Promise<DownloadedAsset> =>
  downloadAsset(store, blobs, {
    token: paramOf(request, 'token'),
    name: paramOf(request, 'name'),
    nowMs: clock.now(),
  })

export const paramOf = (request: FastifyRequest, name: string): string => {
  const params: unknown = request.params
  return String(Reflect.get(Object(params), name))
}
