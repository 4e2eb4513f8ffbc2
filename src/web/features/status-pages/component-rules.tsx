import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { useRules } from './api.ts'
import type { Part } from './page-draft.ts'
import { RuleReach } from './rule-reach.tsx'

const words = lateTexts.statusPages.sources

/** The rules by which alerts of checks open incidents on a component. */
export function ComponentRules({ statusPageId, part }: { readonly statusPageId: string; readonly part: Part }) {
  const rules = useRules(statusPageId).data ?? []
  const mayCreate = useMay('createAutomationRuleV3')
  const affecting = rules.filter(({ components }) => components.some(({ componentId }) => componentId === part.id))
  const to = { to: '/status-pages/$id', params: { id: statusPageId } } as const
  const isSaved = !part.id.startsWith('new-')
  return (
    <div className="stack gap4">
      <b className="small">{words.label}</b>
      {affecting.length === 0 && <span className="mute small">{words.noRule}</span>}
      {affecting.map(({ id, name, tags, enabled }) => (
        <span key={id} className="row wrap small">
          <Link className="link anywhere" {...to} search={{ tab: 'rules', rule: id }}>
            {name}
          </Link>
          {enabled ? <RuleReach tags={tags} /> : <span className="kind">{words.disabled}</span>}
        </span>
      ))}
      {mayCreate && isSaved && (
        <Link className="link small" {...to} search={{ tab: 'rules', rule: 'new', component: part.id }}>
          {words.newRule}
        </Link>
      )}
    </div>
  )
}
