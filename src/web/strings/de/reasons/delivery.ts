import type { SentenceCode } from '#contract/reasons'

export const delivery: Readonly<Record<SentenceCode<'delivery'>, string>> = {
  ANSWER_CUT: 'HTTP {status} (der Rest der Antwort kam nicht an: {errorCode})',
  ANSWER_CUT_WITH: 'HTTP {status} (der Rest der Antwort kam nicht an: {errorCode}): {text}',
  CAME_FROM_HERE: 'Nicht gesendet: Der Alarm kam von hier.',
  REDIRECTED:
    'HTTP {status}: Weiterleitungen wird nicht gefolgt. Setzen Sie die URL des Kanals auf das endgültige Ziel.',
  REDIRECTED_TO:
    'HTTP {status}: Weiterleitungen wird nicht gefolgt. Setzen Sie die URL des Kanals auf das endgültige Ziel: {path}',
  SLACK_ERROR: 'HTTP {status}: {slackError}.',
  NOT_AN_ADDRESS: '„{text}“ ist keine E-Mail-Adresse.',
  NOT_SET_UP: '{provider} nicht eingerichtet. Setzen Sie {settings}, und starten Sie den Dienst neu.',
  OPSGENIE_KEY: 'apiKey: Das ist kein API-Schlüssel von Opsgenie.',
  TOKEN_LIMIT: 'HTTP 403: Das Anfragelimit des Tokens ist erreicht.',
  SUBSCRIPTION_KEYS: 'Die Schlüssel des Abonnements sind ungültig.',
  MAIL_TOO_SLOW: 'Der Mailserver hat zu lange gebraucht.',
  MAIL_NOT_SENT: 'Der Dienst wurde beendet, bevor die Mail gesendet war.',
  SLACK_TOKEN: 'Slack akzeptiert das Bot-Token nicht. Setzen Sie BELFRY_SLACK_BOT_TOKEN auf ein gültiges.',
  SLACK_CHANNEL_UNKNOWN:
    'Slack kennt diesen Kanal nicht, oder die App sieht ihn nicht. Laden Sie die App ein, oder verwenden Sie die ID des Kanals.',
  SLACK_ARCHIVED: 'Der Kanal ist archiviert.',
  SLACK_SCOPE: 'Die Slack-App braucht den Scope chat:write.',
  SLACK_NOT_IN_CHANNEL: 'Die Slack-App ist nicht im Kanal. Laden Sie sie dort ein.',
  NOT_OF_SLACK: '{text} (das ist keine Antwort von Slack)',
  OF_SLACK_CHANNEL: '{channel} {outcome}: {reason}',
  SUBSCRIPTION_INVALID: 'Das Abonnement ist ungültig. Erlauben Sie Benachrichtigungen erneut.',
  BROWSER_UNSUBSCRIBED:
    'HTTP {status}: Dieser Browser empfängt keine Benachrichtigungen mehr. Erlauben Sie sie dort erneut.',
  HEADER_NAME_INVALID: 'headers {name}: Der Name enthält Zeichen, die in einem Header nicht gesendet werden können.',
  PARAMETER_MISSING: 'queryParameters: {type} braucht {name}.',
}
