import type { OperationRow } from '#contract'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#kernel'
import type { Admit } from '../authentication/admission.ts'
import { paramOf, requestedAsset } from '../operations/mount-downloads.ts'
import { gate } from '../operations/mount-operations.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import { sendAsset } from '../answers/send-asset.ts'
import { asShown } from './shown-asset.ts'
import { sendViewerFile } from './trace-viewer.ts'

/** The admission check of what is shown: no key and no cookie, because browsers send none to this origin. */
const row: OperationRow = {
  method: 'GET',
  path: '/files/{token}/{name}',
  tag: 'Assets',
  summary: 'Show a file of a run',
  access: 'public',
  success: { status: 200 },
  faults: ['ASSET_NOT_FOUND', 'ASSET_CONTENT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'ARTIFACT_STORE_UNAVAILABLE'],
}
const limit = { requests: 1200, seconds: 60 }
const config = { isOfArtifacts: true }

/** Mounts what the origin of artifacts has, where there is one: files of runs by their links, and the trace viewer. */
export function mountArtifacts(
  app: FastifyInstance,
  environment: Pick<RequestEnvironment, 'store' | 'clock' | 'blobs' | 'artifactsUrl'>,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  if (environment.artifactsUrl === null) return
  const onRequest = gate(admission('showAsset', { ...row, limit }))
  app.route({
    method: 'GET',
    url: '/files/:token/:name',
    config,
    onRequest,
    handler: async (request, reply) => {
      const asset = await requestedAsset(request, environment)
      return sendAsset(request, reply, asset, asShown(asset))
    },
  })
  app.route({
    method: 'GET',
    url: '/viewer/*',
    config,
    onRequest,
    handler: async (request, reply) => {
      const name = paramOf(request, '*')
      const sent = await sendViewerFile(request, reply, name)
      if (sent === null)
        throw new Fault('ROUTE_NOT_FOUND', { values: { method: request.method, path: `/viewer/${name}` } })
      return sent
    },
  })
}
