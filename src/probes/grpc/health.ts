import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { grpcHealthLabels } from '#contract'

/** The standard health service (grpc.health.v1). */
export const healthMethod = 'grpc.health.v1.Health/Check'

const serviceField = 1
const statusField = 1

/** HealthCheckRequest; an empty name asks for the whole server. */
export const healthRequest = (service: string): Uint8Array =>
  service === ''
    ? new Uint8Array()
    : new BinaryWriter().tag(serviceField, WireType.LengthDelimited).string(service).finish()

/** The status in a HealthCheckResponse, and the response as JSON. Null when it cannot be read. */
export function readHealth(message: Uint8Array): { readonly status: number; readonly text: string } | null {
  try {
    const reader = new BinaryReader(message)
    let status = 0
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag()
      if (field === statusField && wireType === WireType.Varint) status = reader.int32()
      else reader.skip(wireType, field)
    }
    return { status, text: JSON.stringify({ status: grpcHealthLabels[status] ?? status }) }
  } catch {
    return null
  }
}
