import { sameNames } from './public-operations.ts'

export interface DescribedParameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: unknown
  readonly $ref?: string
}

interface DescribedContent {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, { readonly schema: unknown } | undefined>>
}

export interface Described {
  readonly parameters: readonly DescribedParameter[]
  readonly requestBody?: DescribedContent
  readonly responses: Readonly<Record<string, DescribedContent | undefined>>
  readonly security?: readonly unknown[]
}

export interface DescribedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly parameters: Readonly<Record<string, DescribedParameter | undefined>> }
}

/** The operations of an OpenAPI document by method and path, path parameters without names. */
export function describedOperations({ paths, components }: DescribedDocument): [string, Described][] {
  const found = (parameter: DescribedParameter): DescribedParameter => ({
    ...parameter,
    ...components.parameters[parameter.$ref?.split('/').at(-1) ?? ''],
  })
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]): [string, Described] => [
      sameNames(`${method.toUpperCase()} ${path}`),
      { ...row, parameters: row.parameters.map(found) },
    ]),
  )
}
