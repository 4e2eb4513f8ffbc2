import Type from 'typebox'
import { matching } from '../matching.ts'
import { Strict } from '../schema.ts'

const mostTargets = 200

const host = '^(?:\\*|(?:\\*\\.)?[a-z0-9:](?:[a-z0-9.:_-]{0,252}[a-z0-9])?)$'

export const ProbeTargetsSchema = Strict({
  targets: Type.Array(
    Type.String({
      maxLength: 256,
      ...matching(host, 'a host in lowercase, such as shop.example.com or *.example.com'),
      examples: ['shop.example.com'],
    }),
    {
      maxItems: mostTargets,
      description:
        'Hosts that modules of `/probe` may run against, besides those that the operator names: names, `*.example.com`, addresses, or `*` for every host that checks may reach.',
    },
  ),
})
