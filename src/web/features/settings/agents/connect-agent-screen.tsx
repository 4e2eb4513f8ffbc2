import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { moveTabTo, useSession } from '../../../session/session.tsx'
import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/page.tsx'
import type { Search } from '../../../ui/search-state.ts'
import { Empty, ErrorNote, Loaded } from '../../../ui/states.tsx'
import { Glyph } from '../../../ui/status.tsx'
import styles from './connect-agent-screen.module.css'
import { useAcceptAgent, useAgentRequest } from './api.ts'
import type { AgentMode, AgentRequest, AgentRequestView } from './api.ts'
import { ModeChoice } from './mode-choice.tsx'

const words = lateTexts.agents

/** Where a program sends the browser to be let in: who asks, for which account, and how much it may do. */
export function ConnectAgentScreen() {
  const request = requestOf(useSearch({ strict: false }))
  return (
    <Page title={words.consent}>
      <div className={`pad ${styles.consent}`}>
        {request === null ? <Empty title={words.noRequest}>{words.noRequestText}</Empty> : <Asked request={request} />}
      </div>
    </Page>
  )
}

const Asked = ({ request }: { readonly request: AgentRequest }) => (
  <Loaded query={useAgentRequest(request)} rows={4}>
    {(view) => <Question request={request} view={view} />}
  </Loaded>
)

/** The parameters of the address by the names of the API; null without a program that asks. */
function requestOf(search: Search): AgentRequest | null {
  const { client_id: clientId, redirect_uri: redirectUri } = search
  if (!clientId || !redirectUri) return null
  return {
    clientId,
    redirectUri,
    responseType: search['response_type'] ?? '',
    codeChallenge: search['code_challenge'] ?? '',
    codeChallengeMethod: search['code_challenge_method'] ?? '',
    ...(search['scope'] !== undefined && { scope: search['scope'] }),
    ...(search['state'] !== undefined && { state: search['state'] }),
    ...(search['resource'] !== undefined && { resource: search['resource'] }),
  }
}

interface QuestionProps {
  readonly request: AgentRequest
  readonly view: AgentRequestView
}

function Question({ request, view }: QuestionProps) {
  const [mode, setMode] = useState<AgentMode>(view.modes.includes('PROPOSE') ? 'PROPOSE' : 'READ')
  const [isAnswered, setAnswered] = useState(false)
  const accept = useAcceptAgent()
  const leave = (address: string): void => {
    setAnswered(true)
    location.assign(address)
  }
  if (isAnswered) return <Answered name={view.clientName} />
  return (
    <>
      <h2>{words.asks(view.clientName)}</h2>
      <Origin view={view} />
      <AccountChoice />
      <ModeChoice modes={view.modes} value={mode} onChange={setMode} />
      <ErrorNote error={accept.error} />
      <div className="row">
        <Button
          kind="primary"
          isBusy={accept.isPending}
          onClick={() =>
            accept.mutate({ body: { ...request, mode } }, { onSuccess: ({ redirect }) => leave(redirect) })
          }
        >
          {words.allow}
        </Button>
        <Button onClick={() => leave(view.refusal)}>{words.refuse}</Button>
      </div>
      <p className="small mute">{words.endLater}</p>
    </>
  )
}

/** How far it is known who asks. */
const Origin = ({ view: { clientHost, returnsTo, isLocal } }: Pick<QuestionProps, 'view'>) => (
  <Note kind="degraded">
    <Glyph state="DEGRADED" />
    <div className="grow">
      <p>{clientHost === null ? words.unproven : words.describedAt(clientHost)}</p>
      <p>{isLocal ? words.returnsHere(returnsTo) : words.returnsTo(returnsTo)}</p>
    </div>
  </Note>
)

/** The account that the program is let into; the same address in another one asks again. */
function AccountChoice() {
  const { account, accounts } = useSession()
  const role = <p className="small mute">{words.yourRole(texts.common.roles[account.role])}</p>
  if (accounts.length === 1)
    return (
      <div>
        <p>{words.forAccount(account.name)}</p>
        {role}
      </div>
    )
  return (
    <div>
      <SelectField
        label={words.account}
        value={account.id}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={moveTabTo}
      />
      {role}
    </div>
  )
}

const Answered = ({ name }: { readonly name: string }) => (
  <Empty
    title={words.answered(name)}
    action={
      <Button asChild>
        <Link to="/settings/agents">{words.toAgents}</Link>
      </Button>
    }
  >
    {words.answeredText}
  </Empty>
)
