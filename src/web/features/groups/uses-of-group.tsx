import { labelOf } from '../../strings/label-of.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useUses } from './api.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'

const words = lateTexts.setup.groupUses

/** Everything that uses the group, besides its checks. */
export const UsesOfGroup = ({ id }: { readonly id: number }) => (
  <Loaded query={useUses(id)} rows={1}>
    {(uses) => {
      const lines = [
        ...uses.channels.map(({ name, type }) => words.channel(name, labelOf(texts.alerts.channels, type))),
        ...uses.maintenanceWindows.map(({ name }) => words.window(name)),
        ...uses.dashboards.map(({ header }) => words.dashboard(header)),
        ...uses.deploymentTriggers.map(({ repoName }) => words.deployments(repoName)),
        ...(uses.hasTrigger ? [words.trigger] : []),
        ...(uses.hasBadge ? [words.badge] : []),
        ...(uses.isDefault ? [words.isDefault] : []),
      ]
      return lines.length === 0 ? (
        <p className="small mute">{words.nothing}</p>
      ) : (
        <section className="small mt8" aria-label={words.title}>
          <p>{words.title}:</p>
          <ScrollList isLow>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ScrollList>
        </section>
      )
    }}
  </Loaded>
)
