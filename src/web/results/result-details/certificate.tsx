import { formatBoth, formatFull, formatMs } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { FactList, DetailsTable, Holds, Outcome } from './parts.tsx'
import { words } from './labels.ts'
import { reasonText } from '../../strings/reason-text.ts'

const namesShown = 10

function CertificateView({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  return (
    <>
      <Certificate certificate={objectIn(response['certificate'])} />
      <Connection response={response} />
      <Baseline baseline={objectIn(response['securityBaseline'])} />
      <Chain chain={listIn(response['chain']).map(objectIn)} />
    </>
  )
}

function Certificate({ certificate }: { readonly certificate: Detail }) {
  const days = numberIn(certificate['daysUntilExpiry'])
  const names = listIn(certificate['sans']).flatMap((name) => textIn(name) ?? [])
  const more = names.length > namesShown ? ` ${words.moreNames(names.length - namesShown)}` : ''
  const isSelfSigned = certificate['selfSigned'] === true
  return (
    <Pane title={words.certificate} more={days === null ? null : words.daysLeft(days)}>
      <FactList
        facts={[
          { name: words.subject, value: textIn(certificate['subject']) },
          {
            name: words.issuer,
            value: `${textIn(certificate['issuer']) ?? ''}${isSelfSigned ? ` (${words.selfSigned})` : ''}`,
          },
          { name: words.names, value: `${names.slice(0, namesShown).join(', ')}${more}` },
          { name: words.validFrom, value: momentIn(certificate['validFrom']) },
          { name: words.validTo, value: momentIn(certificate['validTo']) },
          { name: words.key, value: keyOf(certificate) },
          { name: words.signature, value: textIn(certificate['signatureAlgorithm']) },
          { name: words.serial, value: monoIn(certificate['serialNumber']) },
          { name: words.fingerprint, value: monoIn(certificate['fingerprintSha256']) },
        ]}
      />
    </Pane>
  )
}

const momentIn = (value: unknown) => {
  const at = textIn(value)
  return at === null || Number.isNaN(Date.parse(at)) ? null : (
    <time dateTime={at} title={formatBoth(at)}>
      {formatFull(at)}
    </time>
  )
}
const monoIn = (value: unknown) => <span className="mono small">{textIn(value)}</span>
const keyOf = (certificate: Detail): string =>
  words.bits(textIn(certificate['keyAlgorithm']) ?? '', textIn(certificate['keySizeBits']) ?? '?')

function Connection({ response }: { readonly response: Detail }) {
  const trustDetail = textIn(response['chainTrustDetail']) ?? textIn(response['chainTrustReason'])
  return (
    <Pane title={words.connection}>
      <FactList
        facts={[
          { name: words.address, value: textIn(response['resolvedIp']) },
          { name: words.protocol, value: textIn(response['protocol']) },
          { name: words.cipher, value: textIn(response['cipherSuite']) },
          { name: words.handshake, value: formatMs(numberIn(response['handshakeTimeMs'])) },
          { name: words.nameMatches, value: <Holds is={response['hostnameVerified'] === true} /> },
          {
            name: words.chainTrusted,
            value: (
              <>
                <Holds is={response['chainTrusted'] === true} /> {trustDetail && reasonText(trustDetail)}
              </>
            ),
          },
          { name: words.revocation, value: revocationOf(response) },
        ]}
      />
    </Pane>
  )
}

const revocationOf = (response: Detail): string =>
  [
    words.revocations[textIn(response['ocspStatus']) ?? ''] ?? textIn(response['ocspStatus']),
    textIn(response['ocspSource']),
    reasonText(textIn(response['ocspProblem']) ?? ''),
  ]
    .filter(Boolean)
    .join(', ')

function Baseline({ baseline }: { readonly baseline: Detail }) {
  const rules = listIn(baseline['rules']).map(objectIn)
  if (rules.length === 0) return null
  return (
    <Pane title={words.baseline} more={words.grade(textIn(baseline['grade']) ?? '–')}>
      <DetailsTable
        label={words.baseline}
        columns={[{ name: words.rule }, { name: words.outcome }, { name: words.severity }, { name: words.message }]}
        rows={rows(rules)}
      />
    </Pane>
  )
}

const rows = (rules: readonly Detail[]) =>
  rules
    .toSorted((a, b) => Number(a['passed'] === true) - Number(b['passed'] === true))
    .map((rule) => [
      words.rules[textIn(rule['rule']) ?? ''] ?? textIn(rule['rule']),
      <Outcome key="outcome" is={rule['passed'] === true} />,
      words.severities[textIn(rule['severity']) ?? ''] ?? textIn(rule['severity']),
      textIn(rule['message']),
    ])

function Chain({ chain }: { readonly chain: readonly Detail[] }) {
  if (chain.length === 0) return null
  return (
    <Pane title={words.chain}>
      <DetailsTable
        label={words.chain}
        columns={[{ name: words.subject }, { name: words.issuer }, { name: words.validTo }, { name: words.key }]}
        rows={chain.map((link) => [
          textIn(link['subjectCN']),
          textIn(link['issuerCN']),
          momentIn(link['validTo']),
          keyOf(link),
        ])}
      />
    </Pane>
  )
}

/** A certificate with its chain, and how it was presented. */
export const certificate: DetailsView = {
  fits: (detail) => textIn(objectIn(objectIn(detail['response'])['certificate'])['subject']) !== null,
  fields: [
    'response',
    'tlsVersion',
    'cipherSuite',
    'daysUntilExpiry',
    'handshakeTimeMs',
    'chainTrusted',
    'hostnameVerified',
    'baselineVerdict',
    'baselineGrade',
  ],
  View: CertificateView,
}
