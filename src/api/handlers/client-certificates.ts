import type { ClientCertificateResource, Handlers } from '#contract'
import {
  createClientCertificate,
  deleteClientCertificate,
  getClientCertificate,
  listClientCertificates,
} from '#management'
import { findUsesOfCertificate } from '#runs'
import type { ClientCertificateRow } from '#storage/checks'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const presentCertificate = (row: ClientCertificateRow): ClientCertificateResource => ({
  id: row.id,
  host: row.host,
  path: row.path,
  cert: row.certificate,
  ca: row.authority,
  expires_at: row.expiresAt.toISOString(),
  created_at: row.createdAt.toISOString(),
})

export const clientCertificateHandlers = {
  listClientCertificates: async (_input, context) =>
    (await listClientCertificates(context.store, callerOf(context))).map(presentCertificate),

  createClientCertificate: async ({ body }, context) =>
    presentCertificate(await createClientCertificate(context.store, callerOf(context), body)),

  getClientCertificate: async ({ params }, context) =>
    presentCertificate(await getClientCertificate(context.store, callerOf(context), params.id)),

  getUsesOfClientCertificate: ({ params }, context) =>
    findUsesOfCertificate(context.store, callerOf(context), params.id),

  deleteClientCertificate: ({ params }, context) =>
    deleteClientCertificate(context.store, callerOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>
