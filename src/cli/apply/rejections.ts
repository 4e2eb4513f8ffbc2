import type { ApiError } from '#client'
import type { Rejection } from '#resource-files'

/** How the service names a field of a resource in what it says of a deployment. */
const field = /^([a-z-]+) "([^"]+)"(?:: (\S+))?$/
/** A sentence about a resource. */
const sentence = /^[a-z-]+ (?:"[^"]+"|\S+): (.*)$/s

/** The rejections of single resources in an answer; empty for an error that is about none. */
export function rejectionsIn({ attributes, message }: ApiError): readonly Rejection[] {
  const { type, logicalId } = attributes
  if (typeof type === 'string' && typeof logicalId === 'string')
    return [{ type, logicalId, field: '', message: `was rejected: ${reasonOf(message)}` }]
  return Object.entries(attributes).flatMap(([name, text]) => rejectionOf(name, String(text)))
}

function rejectionOf(name: string, message: string): Rejection[] {
  const [, type, logicalId, path = ''] = field.exec(name) ?? []
  return type === undefined || logicalId === undefined ? [] : [{ type, logicalId, field: path, message }]
}

/** The rejection of one resource, for which a deployment failed. */
export function rejectionsOfText(text: string): readonly Rejection[] {
  const [, type, logicalId] = /^([a-z-]+) "([^"]+)": /.exec(text) ?? []
  if (type === undefined || logicalId === undefined) return []
  return [{ type, logicalId, field: '', message: `was rejected: ${reasonOf(text)}` }]
}

/** The command says itself that nothing was changed. */
export const withoutOutcome = (message: string): string => message.replace(/ Nothing was changed\.$/, '')

const reasonOf = (message: string): string => withoutOutcome(sentence.exec(message)?.[1] ?? message)
