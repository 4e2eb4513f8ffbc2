import Handlebars from 'handlebars/dist/handlebars.min.js'
import { LRUCache } from 'lru-cache'
import { writeReason } from '#contract/reasons'
import { buildTree } from './build-tree.ts'
import { TemplateProblem } from './template-tree.ts'
import type { TemplateNode } from './template-tree.ts'

export type ReadTemplate =
  | { readonly nodes: readonly TemplateNode[]; readonly problem?: never }
  | { readonly problem: string; readonly nodes?: never }

/** The parser takes quadratic time in nested blocks and parentheses, so their number is limited before it runs. */
const limits = { characters: 1_000_000, tags: 2000, blocks: 300, parentheses: 1000 }

const cache = new LRUCache<string, ReadTemplate>({
  max: 2000,
  /** Characters; the empty template counts too. */
  maxSize: 4_000_000,
  sizeCalculation: (_read, template) => template.length + 1,
  memoMethod: (template) => parse(template),
})

/** Parses a template into a tree without running anything. Templates are kept, least recently used first out. */
export const readTemplate = (template: string): ReadTemplate => cache.memo(template)

function parse(template: string): ReadTemplate {
  const excess = findExcess(template)
  if (excess) return { problem: excess }
  try {
    return { nodes: buildTree(Handlebars.parse(template)) }
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error.message }
    return { problem: messageOf(error) }
  }
}

function findExcess(template: string): string | null {
  if (template.length > limits.characters) return writeReason('TEMPLATE_CHARACTERS', { count: limits.characters })
  if (countOf(template, '{{') > limits.tags) return writeReason('TEMPLATE_TAGS', { count: limits.tags })
  if (countOf(template, '(') > limits.parentheses)
    return writeReason('TEMPLATE_PARENTHESES', { count: limits.parentheses })
  const blocks = template.match(/\{\{~?\s*(?:#|\^|else\b)/g)?.length ?? 0
  return blocks > limits.blocks ? writeReason('TEMPLATE_BLOCKS', { count: limits.blocks }) : null
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

/**
 * The first line of a parser error has the position and the problem; the rest is a drawing and a list of token names.
 */
function messageOf(error: unknown): string {
  const [first = '', excerpt = ''] = error instanceof Error ? error.message.split('\n') : []
  const line = /on line (\d+)/.exec(first)?.[1]
  if (!line) return writeReason('TEMPLATE_INCOMPLETE', { detail: first })
  return writeReason('TEMPLATE_UNREADABLE', { line, text: excerpt.slice(0, 60) })
}
