import { lateTexts } from '../../strings/late.ts'
import { useTaggedChecks } from './api.ts'

const words = lateTexts.statusPages.rules

/** How many checks a rule with these tags concerns, and the first of them by name. */
export function RuleReach({ tags }: { readonly tags: readonly string[] }) {
  const { data } = useTaggedChecks(tags)
  if (tags.length === 0 || data === undefined) return null
  return (
    <span className={data.total === 0 ? 'deg' : 'mute'} title={data.checks.map(({ name }) => name).join('\n')}>
      {words.reach(data.total)}
    </span>
  )
}
