import Type from 'typebox'
import type { Static } from 'typebox'

const ShortText = () => Type.String({ minLength: 1, maxLength: 64 })

/** The capabilities of an agent. Names that the receiver does not know are kept and have no effect. */
export const AgentCapabilitiesSchema = Type.Object({
  /** Check types that it runs. */
  checkTypes: Type.Array(ShortText(), { maxItems: 50 }),
  /** Installed runtimes of scripts. */
  runtimes: Type.Array(ShortText(), { maxItems: 50 }),
  /** The probed features: `icmp`, `ipv6`, `scripts`, `browser`, `packetCapture`. `detail` has the method, or the reason why not. */
  features: Type.Array(
    Type.Object({ name: ShortText(), isAvailable: Type.Boolean(), detail: Type.String({ maxLength: 500 }) }),
    { maxItems: 50 },
  ),
})
export type AgentCapabilities = Static<typeof AgentCapabilitiesSchema>
export type AgentFeature = AgentCapabilities['features'][number]
