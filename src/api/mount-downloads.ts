import type { OperationRow } from '#contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { downloadAsset } from '#reporting'
import type { Admit } from './admission.ts'
import { gate } from './mount-operations.ts'
import type { RequestEnvironment } from './open-request.ts'

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
  faults: ['ASSET_NOT_FOUND'],
}

/** What a target sent must never run, be displayed or be cached on our origin, whatever it is. */
const safeHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

/** Mounts the links of asset lists. They work without a key until they expire. */
export function mountDownloads(
  app: FastifyInstance,
  { store, clock }: Pick<RequestEnvironment, 'store' | 'clock'>,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  app.route({
    method: 'GET',
    url: '/downloads/:token/:name',
    onRequest: gate(admission('downloadAsset', row)),
    handler: async (request, reply) => {
      const requested = { token: paramOf(request, 'token'), name: paramOf(request, 'name'), nowMs: clock.now() }
      const asset = await downloadAsset(store, requested)
      return send(reply, asset)
    },
  })
}

function send(
  reply: FastifyReply,
  { name, contentType, content }: Awaited<ReturnType<typeof downloadAsset>>,
): FastifyReply {
  void reply.headers(safeHeaders).header('content-disposition', `attachment; filename="${name}"`).type(contentType)
  return reply.send(Buffer.from(content()))
}

const paramOf = (request: FastifyRequest, name: string): string => {
  const params: unknown = request.params
  return String(Reflect.get(Object(params), name))
}
