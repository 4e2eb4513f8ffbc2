import Type from 'typebox'
import { AnyObject, Nullable, OneOf, Strict } from '../schema.ts'
import { matching } from '../matching.ts'

export const IpFamily = () => Type.Optional(OneOf(['IPv4', 'IPv6'], { default: 'IPv4' }))
export const KeepCookies = () =>
  Type.Optional(
    Type.Boolean({ default: true, description: 'Whether cookies of a redirect are sent on, to their own hosts only.' }),
  )
/** A field of ours: stored as it was given, so that what others read back stays as they know it. */
export const TryAllAddresses = () =>
  Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the other addresses of the name are tried when the first fails or is slow.',
    }),
  )
export const Port = (options: Record<string, unknown> = {}) => Type.Integer({ minimum: 1, maximum: 65_535, ...options })
/** A host name or address. Control characters, spaces and slashes cannot be part of one. */
export const Hostname = (options: Record<string, unknown> = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 2048,
    ...matching(
      '^[^\\s/\\u0000-\\u001f]+$',
      'a host name or an address without scheme, path and spaces, for example www.example.com',
    ),
    examples: ['www.example.com'],
    ...options,
  })
/**
 * The format of URLs, for validators to know: what can be parsed, or may be once its templates are filled in, or a scheme
 * is put before it. Whether one may be empty is said by its length, whether it has a scheme by its pattern.
 */
export const webUrlFormat = 'web-url'
export const isWebUrlText = (text: string): boolean =>
  text === '' || text.includes('{{') || URL.canParse(text.includes('://') ? text : `https://${text}`)

/** An http or https URL; it may hold variables, so its host is validated when it is resolved. */
export const HttpUrl = () =>
  Type.String({
    minLength: 1,
    maxLength: 2048,
    format: webUrlFormat,
    ...matching(
      '^([hH][tT][tT][pP][sS]?://|\\{\\{)[^\\u0000-\\u001f]+$',
      'an http or https URL, for example https://www.example.com/',
    ),
    examples: ['https://www.example.com/'],
  })
/** A key and value; a locked value is encrypted at rest and hidden in user interfaces. */
export const KeyValue = Strict({
  key: Type.String({ minLength: 1, maxLength: 1024 }),
  value: Type.String({ maxLength: 65_536, default: '' }),
  locked: Type.Optional(Type.Boolean({ default: false })),
})
export const KeyValues = () => Type.Optional(Type.Array(KeyValue, { default: [], maxItems: 200 }))

/** The request of types that send nothing. */
export const NoRequest = Nullable(AnyObject(), { description: 'Has no effect for this check type.' })
