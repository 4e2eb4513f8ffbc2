import {
  accessLifeMs,
  newAccessToken,
  newRefreshToken,
  readAgentToken,
  refreshLifeMs,
  saveAgentTokens,
  scopesOf,
  spendAgentToken,
} from '#management'
import type { AgentTokenRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import OAuth2Server from '@node-oauth/oauth2-server'
import type { AuthorizationCodeModel, RefreshTokenModel, User } from '@node-oauth/oauth2-server'

interface Tools {
  readonly store: Store
  readonly now: Date
}

export interface TokenAnswer {
  readonly status: number
  readonly body: unknown
}

/** Exchanges a code or a refresh token (RFC 6749, 4.1.3 and 6). An error of the service itself rejects. */
export async function answerTokenRequest(
  tools: Tools,
  body: Readonly<Record<string, string>>,
  contentType: string,
): Promise<TokenAnswer> {
  const server = new OAuth2Server({
    model: modelOf(tools),
    accessTokenLifetime: accessLifeMs / 1000,
    refreshTokenLifetime: refreshLifeMs / 1000,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
  const length = String(new URLSearchParams(body).toString().length)
  const headers = { 'content-type': contentType, 'content-length': length }
  const request = new OAuth2Server.Request({ method: 'POST', query: {}, headers, body })
  const response = new OAuth2Server.Response({})
  try {
    await server.token(request, response)
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error
  }
  return { status: response.status ?? 200, body: response.body }
}

/** Expiry is decided by the clock of the service, before the library compares it with that of the machine. */
const notExpired = new Date(8.64e15)

function modelOf({ store, now }: Tools): AuthorizationCodeModel & RefreshTokenModel {
  const partsOf = ({ clientId, mode, accountId, connectionId }: AgentTokenRow) => ({
    client: clientOf(clientId),
    user: { accountId, connectionId },
    scope: scopesOf(mode),
  })
  return {
    // A client has no secret: what it was given, not who it is, decides.
    getClient: async (clientId) => clientOf(clientId),
    generateAccessToken: async () => newAccessToken(),
    generateRefreshToken: async () => newRefreshToken(),
    getAuthorizationCode: async (code) => {
      const row = await readAgentToken(store, code, { kind: 'CODE', now })
      if (row === null) return false
      const { redirectUri, codeChallenge } = row
      return {
        ...partsOf(row),
        authorizationCode: code,
        expiresAt: notExpired,
        redirectUri: redirectUri ?? '',
        codeChallenge: codeChallenge ?? '',
        codeChallengeMethod: 'S256',
      }
    },
    saveAuthorizationCode: async () => false,
    revokeAuthorizationCode: ({ authorizationCode }) => spendAgentToken(store, authorizationCode, now),
    getRefreshToken: async (refreshToken) => {
      const row = await readAgentToken(store, refreshToken, { kind: 'REFRESH', now })
      return row === null ? false : { ...partsOf(row), refreshToken }
    },
    revokeToken: ({ refreshToken }) => spendAgentToken(store, refreshToken, now),
    getAccessToken: async () => false,
    validateScope: async (_user, _client, scope) => scope ?? false,
    saveToken: async (token, client, user) => {
      const { accessToken, refreshToken = newRefreshToken(), scope } = token
      await saveAgentTokens(store, placeOf(user), { access: accessToken, refresh: refreshToken, now })
      return { ...token, refreshToken, client, user, ...(scope && { scope }) }
    },
  }
}

const clientOf = (id: string) => ({ id, grants: ['authorization_code', 'refresh_token'] })

/** Sound for what `partsOf` made. */
const placeOf = (user: User) => user as Pick<AgentTokenRow, 'accountId' | 'connectionId'>
