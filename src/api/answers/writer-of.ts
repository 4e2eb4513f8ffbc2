import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'

const writers = new WeakMap<TSchema, (value: unknown) => string>()

/** Serializers are compiled by the framework: once for a process, because it takes longer than most requests. */
export function writerOf(reply: FastifyReply, schema: TSchema): (value: unknown) => string {
  const writer = writers.get(schema) ?? compiled(reply, schema)
  writers.set(schema, writer)
  return writer
}

/** The framework declares any function. */
const compiled = (reply: FastifyReply, schema: TSchema): ((value: unknown) => string) =>
  reply.compileSerializationSchema({ ...schema }) as (value: unknown) => string
