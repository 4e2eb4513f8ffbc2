import { serviceUrl } from '../../../api/call.ts'
import { lateTexts } from '../../../strings/late.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Pane } from '../../../ui/pane.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import styles from './agents-screen.module.css'
import { useAgentPlans } from './api.ts'
import { ConnectionsPane } from './connections.tsx'
import { PlanCard } from './plan-card.tsx'

const words = lateTexts.agents

/** How a program for models is connected, and the changes that such programs propose. */
export function AgentsScreen() {
  return (
    <SettingsFrame title={words.title}>
      <Pane title={words.proposals}>
        <Loaded query={useAgentPlans()} rows={3}>
          {(plans) =>
            plans.length === 0 ? (
              <Empty title={words.none}>{words.noneText}</Empty>
            ) : (
              <ul className={styles.plans}>
                {plans.map((plan) => (
                  <PlanCard key={plan.id} plan={plan} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Pane>
      <ConnectionsPane />
      <Pane title={words.connect}>
        <div className={`pad ${styles.connect}`}>
          <p>{words.connectText}</p>
          <CodeBlock label={words.address} text={serviceUrl('/mcp')} />
          <p>{words.keyText}</p>
          <CodeBlock label="MCP" text={configuration} />
        </div>
      </Pane>
    </SettingsFrame>
  )
}

const configuration = JSON.stringify(
  { mcpServers: { belfry: { url: serviceUrl('/mcp'), headers: { Authorization: 'Bearer $BELFRY_API_KEY' } } } },
  null,
  2,
)
