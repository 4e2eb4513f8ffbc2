import Type from 'typebox'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerWriter } from './answer-writer.ts'

const item = Type.Object({ name: Type.String(), size: Type.Union([Type.Number(), Type.Null()]) })

it.each([0, 1, 100, 101, 1000])(
  'writes a list of %i items as it is, without fields its schema lacks',
  async (length) => {
    const app = fastify()
    const schema = Type.Array(item)
    const items = Array.from({ length }, (_, index) => ({
      name: `"é\n${index}`,
      size: index % 2 === 0 ? index / 3 : null,
    }))
    app.get('/', (_request, reply) => {
      const write = answerWriter(schema, (part) => {
        const compiled = reply.compileSerializationSchema({ ...part })
        return (value) => String(compiled(value as Record<string, unknown>))
      })
      return reply.type('application/json').send(write(items.map((one) => ({ ...one, secret: 'not written' }))))
    })
    const answer = await app.inject('/')
    expect(answer.json()).toEqual(items)
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)))
    await app.close()
  },
)
