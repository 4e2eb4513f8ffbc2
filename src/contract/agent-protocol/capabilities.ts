import Type from 'typebox'
import type { Static } from 'typebox'

const ShortText = () => Type.String({ minLength: 1, maxLength: 64 })

/** What an agent can do. Names that the receiver does not know are kept and have no effect. */
export const AgentCapabilitiesSchema = Type.Object({
  /** Check types that it runs. */
  checkTypes: Type.Array(ShortText(), { maxItems: 50 }),
  /** Installed runtimes of scripts. */
  runtimes: Type.Array(ShortText(), { maxItems: 50 }),
  /** What was probed: `icmp`, `ipv6`, `scripts`, `browser`, `packetCapture`. `detail` says how, or why not. */
  features: Type.Array(
    Type.Object({ name: ShortText(), isAvailable: Type.Boolean(), detail: Type.String({ maxLength: 500 }) }),
    { maxItems: 50 },
  ),
})
export type AgentCapabilities = Static<typeof AgentCapabilitiesSchema>
export type AgentFeature = AgentCapabilities['features'][number]
