import Type from 'typebox'
import { ClientCertificateBodySchema, ClientCertificateSchema } from '../resources/client-certificate.ts'
import { UsedBySchema } from '../resources/used-by.ts'
import { byId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Client certificates')

export const clientCertificateOperations = {
  listClientCertificates: operation('GET /v1/client-certificates', {
    summary: 'List client certificates; private keys are never returned',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(ClientCertificateSchema) },
  }),
  createClientCertificate: operation('POST /v1/client-certificates', {
    summary: 'Add a certificate for the hosts that API and URL checks reach',
    // Of the client in Go.
    alsoSent: ['id', 'created_at'],
    body: ClientCertificateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: ClientCertificateSchema },
    faults: planFaults,
  }),
  getClientCertificate: operation('GET /v1/client-certificates/{id}', {
    summary: 'Get a client certificate; the private key is never returned',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: ClientCertificateSchema },
    faults: ['CLIENT_CERTIFICATE_NOT_FOUND'],
  }),
  getUsesOfClientCertificate: operation('GET /v1/client-certificates/{id}/uses', {
    summary: 'Find the checks that present a client certificate',
    params: byId,
    success: { status: 200, schema: UsedBySchema },
    faults: ['CLIENT_CERTIFICATE_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
  deleteClientCertificate: operation('DELETE /v1/client-certificates/{id}', {
    summary: 'Delete a client certificate',
    params: byId,
    faults: ['CLIENT_CERTIFICATE_NOT_FOUND', 'CLIENT_CERTIFICATE_IN_USE'],
  }),
} as const
