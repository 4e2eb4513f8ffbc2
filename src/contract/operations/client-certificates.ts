import Type from 'typebox'
import { ClientCertificateBodySchema, ClientCertificateSchema } from '../resources/client-certificate.ts'
import { byId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Client certificates'

export const clientCertificateOperations = {
  listClientCertificates: operation({
    method: 'GET',
    path: '/v1/client-certificates',
    tag,
    summary: 'List client certificates; private keys are never returned',
    access: 'read',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(ClientCertificateSchema) },
    faults: [],
  }),
  createClientCertificate: operation({
    method: 'POST',
    path: '/v1/client-certificates',
    tag,
    summary: 'Add a certificate for the hosts that API and URL checks reach',
    access: 'write',
    // Of the client in Go.
    alsoSent: ['id', 'created_at'],
    body: ClientCertificateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: ClientCertificateSchema },
    faults: planFaults,
  }),
  getClientCertificate: operation({
    method: 'GET',
    path: '/v1/client-certificates/{id}',
    tag,
    summary: 'Get a client certificate; the private key is never returned',
    access: 'read',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: ClientCertificateSchema },
    faults: ['CLIENT_CERTIFICATE_NOT_FOUND'],
  }),
  deleteClientCertificate: operation({
    method: 'DELETE',
    path: '/v1/client-certificates/{id}',
    tag,
    summary: 'Delete a client certificate',
    access: 'write',
    params: byId,
    success: { status: 204 },
    faults: ['CLIENT_CERTIFICATE_NOT_FOUND', 'CLIENT_CERTIFICATE_IN_USE'],
  }),
} as const
