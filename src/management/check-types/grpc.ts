import type { Static } from 'typebox'
import type { checkTypes, GrpcConfig, GrpcRequest, Violation } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { pickGiven } from '../checks/pick-given.ts'
import { rejectField } from '../reject-field.ts'

const defaultTimeoutSeconds = 60
const portRange: Violation = { rule: 'range', parameters: { minimum: 1, maximum: 65_535 } }

type GrpcInput = Static<(typeof checkTypes)['GRPC']['request']>

const plainConfig: GrpcConfig = {
  mode: 'BEHAVIOR',
  tls: true,
  metadata: [],
  method: null,
  protoContent: null,
  message: null,
  service: null,
  encoding: 'PROTOBUF',
  bfbsContent: null,
}
/** The request of a gRPC monitor after a body. A port in digits becomes a number. */
export const grpcRequestOf = (given: GrpcInput): GrpcRequest => ({
  url: given.url,
  port: portOf(given.port),
  ipFamily: given.ipFamily ?? 'IPv4',
  ...pickGiven(given, ['tryAllAddresses']),
  skipSSL: given.skipSSL ?? false,
  timeout: given.timeout ?? defaultTimeoutSeconds,
  grpcConfig: configOf(given.grpcConfig ?? {}),
  assertions: assertionsOf(given.assertions),
})

function portOf(port: GrpcInput['port']): number | string {
  if (typeof port === 'number' || port.includes('{{')) return port
  const number = Number(port)
  return number >= 1 && number <= 65_535 ? number : rejectField('request.port', 'must be a port: 1 to 65535', portRange)
}

/** Null and an empty string mean the default. */
function configOf({ serviceDefinition, ...given }: NonNullable<GrpcInput['grpcConfig']>): GrpcConfig {
  const config = {
    ...plainConfig,
    ...given,
    // Clients compare what they read with what they wrote.
    ...(serviceDefinition && { serviceDefinition }),
    encoding: given.encoding || plainConfig.encoding,
  }
  rejectBadMetadata(config)
  if (config.mode === 'BEHAVIOR') rejectBadCall(config)
  return config
}

const isTemplate = (text: string): boolean => text.includes('{{')

/** Rejects values that gRPC does not send for their key. Templates are checked once they are filled in. */
function rejectBadMetadata({ metadata }: GrpcConfig): void {
  for (const [index, { key, value }] of metadata.entries()) {
    const path = `request.grpcConfig.metadata[${index}]`
    if (isTemplate(key)) continue
    if (!/^[0-9a-z_.-]+$/i.test(key.trim()))
      rejectField(`${path}.key`, 'may contain only letters, digits, underscores, hyphens and dots', {
        rule: 'format',
        parameters: { format: 'metadata-key' },
      })
    if (!isTemplate(value)) rejectBadValue(`${path}.value`, { isBinary: /-bin$/i.test(key.trim()), value })
  }
}

function rejectBadValue(path: string, { isBinary, value }: { isBinary: boolean; value: string }): void {
  if (isBinary && !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value))
    rejectField(path, 'must be base64, because its key ends with -bin', {
      rule: 'format',
      parameters: { format: 'metadata-base64' },
    })
  if (!isBinary && !/^[ -~]*$/.test(value))
    rejectField(path, 'may contain only printable ASCII; for other bytes use a key that ends with -bin and base64', {
      rule: 'format',
      parameters: { format: 'metadata-text' },
    })
}

/** Missing parts of a call may be added later; given parts must be valid. */
function rejectBadCall({ method, message }: GrpcConfig): void {
  if (method && !isTemplate(method) && !/^\/?[\w.]+\/\w+$/.test(method))
    rejectField('request.grpcConfig.method', 'must be package.Service/Method, for example shop.Orders/List', {
      rule: 'format',
      parameters: { format: 'grpc-method' },
    })
  if (message && message.trim() !== '' && !isTemplate(message) && !isJson(message))
    rejectField('request.grpcConfig.message', 'must be JSON, for example {"id": 1}', {
      rule: 'format',
      parameters: { format: 'json' },
    })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
