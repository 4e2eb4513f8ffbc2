import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { operations } from '#contract'
import type { OperationRow } from '#contract'
import { isObject, mapInnerSchemas, mapSchemasOfOperation } from './schema-places.ts'
import type { Json } from './schema-places.ts'
import { servedOperations } from '../drop-in.ts'
import { openApiDocument } from './openapi-document.ts'

const document = openApiDocument({ operations, publicUrl: 'http://localhost:3000', serviceName: 'bells' })
const text = JSON.stringify(document)
const rows: Readonly<Record<string, OperationRow>> = operations

describe('the OpenAPI document', () => {
  it.each(Object.entries(rows))('has %s with its name, its errors and its limit', (id, row) => {
    expect(document).toMatchObject({
      paths: {
        [row.path]: {
          [row.method.toLowerCase()]: {
            operationId: id,
            tags: [row.tag],
            description: expect.stringMatching(
              /^At most \d+ requests per \d+ seconds\.( Bodies of at most \d+ bytes\.)?$/,
            ),
            responses: {
              [row.success.status]: expect.anything(),
              429: expect.anything(),
              431: expect.anything(),
              500: expect.anything(),
            },
          },
        },
      },
    })
  })

  it('describes what a service for clients of the hosted product accepts and returns', () => {
    const served = servedOperations(operations, 'checkly')
    const replaced = openApiDocument({ operations: served, publicUrl: 'http://localhost:3000', serviceName: 'checkly' })
    expect(replaced).toMatchObject({
      paths: { '/v1/status-pages/services': { post: { responses: { 201: expect.anything() } } } },
    })
    expect(served['createDnsCheck']?.body).not.toBe(operations.createDnsCheck.body)
    expect(servedOperations(operations, 'bells')).toBe(operations)
  })

  it('documents the configured limit', () => {
    const limited = openApiDocument({
      operations,
      publicUrl: 'x',
      serviceName: 'bells',
      defaultLimit: { requests: 7, seconds: 60 },
    })
    expect(JSON.stringify(limited)).toContain('share 7 requests per 60 seconds per key')
  })

  it('names each account header once', () => {
    const introductionOf = (serviceName: string) =>
      JSON.stringify(openApiDocument({ operations: {}, publicUrl: 'http://localhost:3000', serviceName })['info'])
    expect(introductionOf('bells')).toContain('account id in `x-bells-account` or `x-service-account`.')
    expect(introductionOf('service')).toContain('account id in `x-service-account`.')
  })

  it('has a rule as text next to every pattern, for validation errors to quote', () => {
    const strings = [...text.matchAll(/\{[^{}]*"pattern":(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g)].map(([found]) => found)
    expect(strings.filter((found) => !found.includes('"x-rule"'))).toEqual([])
  })

  it('refers only to components it contains', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer))
    const held = (pointer: string): unknown =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((node, name) => Object(node)[name], document)
    expect([...references].filter((pointer) => held(pointer) === undefined)).toEqual([])
    expect(references.size).toBeGreaterThan(30)
  })

  it('has no discriminator whose tags would be taken for names of components', () => {
    const held: unknown[] = [document]
    const wrong: unknown[] = []
    for (let node = held.pop(); node !== undefined; node = held.pop()) {
      if (node === null || typeof node !== 'object') continue
      held.push(...Object.values(node))
      if ('discriminator' in node && 'oneOf' in node && JSON.stringify(node.oneOf).includes('[{"$ref"'))
        wrong.push(node)
    }
    expect(wrong).toEqual([])
  })

  it('states nothing long twice, and is small enough to be read by programs', () => {
    const seen = new Set<string>()
    const twice: string[] = []
    const visit = (schema: Json, name: string): Json => {
      const written = JSON.stringify(schema)
      if (written.length >= 400 && seen.has(written)) twice.push(`${name}: ${written.slice(0, 60)}`)
      seen.add(written)
      return mapInnerSchemas(schema, name, visit)
    }
    for (const methods of Object.values(document.paths)) {
      for (const operation of Object.values(methods)) mapSchemasOfOperation(operation, visit)
    }
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) {
      if (isObject(schema)) mapInnerSchemas(schema, name, visit)
    }
    expect(seen.size).toBeGreaterThan(1000)
    expect(twice).toEqual([])
    const count = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length
    expect(gzipSync(text).length / count).toBeLessThan(270)
  })

  it('is the same every time', () => {
    expect(
      JSON.stringify(openApiDocument({ operations, publicUrl: 'http://localhost:3000', serviceName: 'bells' })),
    ).toBe(text)
  })
})
