/** Sentences that follow the name of a field whose text does not match a pattern, by the English text of the pattern. */
export const expectedTexts: Readonly<Record<string, string>> = {
  'a name without spaces and braces, for example SHOP_HOST':
    'muss ein Name ohne Leerzeichen und geschweifte Klammern sein, zum Beispiel SHOP_HOST',
  'an http or https URL, for example https://www.example.com/':
    'muss eine URL mit http oder https sein, zum Beispiel https://www.example.com/',
  'a host in lowercase, such as shop.example.com or *.example.com':
    'muss ein Host in Kleinbuchstaben sein, zum Beispiel shop.example.com oder *.example.com',
  'a host name or an address without scheme, path and spaces, for example www.example.com':
    'muss ein Hostname oder eine Adresse ohne Schema, Pfad und Leerzeichen sein, zum Beispiel www.example.com',
  'a name without spaces, for example www.example.com':
    'muss ein Name ohne Leerzeichen sein, zum Beispiel www.example.com',
  'a name or an address, for example 1.1.1.1': 'muss ein Name oder eine Adresse sein, zum Beispiel 1.1.1.1',
  'a port number, or a text with a variable such as {{PORT}}':
    'muss die Nummer eines Ports sein, oder ein Text mit einer Variablen wie {{PORT}}',
  'a time of day such as 08:00': 'muss eine Uhrzeit wie 08:00 sein',
  'a text with at least 8 characters besides spaces': 'muss mindestens 8 Zeichen enthalten, die keine Leerzeichen sind',
  'a key as browsers return it, in base64url without padding':
    'muss ein Schlüssel sein, wie ihn Browser zurückgeben: base64url ohne Auffüllung',
  'a host name without spaces': 'muss ein Hostname ohne Leerzeichen sein',
  'one mail address or several separated by commas, for example ops@example.com':
    'muss eine E-Mail-Adresse sein, oder mehrere mit Kommas dazwischen, zum Beispiel ops@example.com',
  '#channel, @user or the id of a channel': 'muss #Kanal, @Name oder die Kennung eines Kanals sein',
  'a phone number with + and country code, without spaces, for example +4930901820':
    'muss eine Telefonnummer mit + und Ländervorwahl ohne Leerzeichen sein, zum Beispiel +4930901820',
  'an integration key, or a variable such as {{PAGERDUTY_KEY}}':
    'muss ein Integrationsschlüssel sein, oder eine Variable wie {{PAGERDUTY_KEY}}',
  'an API key, or a variable such as {{OPSGENIE_KEY}}':
    'muss ein API-Schlüssel sein, oder eine Variable wie {{OPSGENIE_KEY}}',
  'a name without slashes, for example sign-in': 'muss ein Name ohne Schrägstriche sein, zum Beispiel sign-in',
  'letters, digits, _ - / # and dots, for example shop-home':
    'muss aus Buchstaben, Ziffern, _ - / # und Punkten bestehen, zum Beispiel shop-home',
  '1 to 30 letters, digits and hyphens that do not begin like the code of a cloud region, for example office-1':
    'muss aus 1 bis 30 Buchstaben, Ziffern und Bindestrichen bestehen und darf nicht wie eine Cloud-Region beginnen, zum Beispiel office-1',
  'one mail address, for example ops@example.com': 'muss eine E-Mail-Adresse sein, zum Beispiel ops@example.com',
  'a mail address, for example name@example.com': 'muss eine E-Mail-Adresse sein, zum Beispiel name@example.com',
  'base64url without padding': 'muss base64url ohne Füllzeichen sein',
  'a path of this service, for example /checks': 'muss ein Pfad dieses Dienstes sein, zum Beispiel /checks',
  'a host name, with * and ? as wildcards, for example *.example.com or api.example.com:8443':
    'muss ein Hostname sein, auch mit den Platzhaltern * und ?, zum Beispiel *.example.com oder api.example.com:8443',
  'the name of a label, such as severity': 'muss der Name eines Labels sein, zum Beispiel severity',
  'the start of a path, for example /partner': 'muss der Anfang eines Pfads sein, zum Beispiel /partner',
  'lowercase letters, digits and hyphens, for example acme':
    'muss aus Kleinbuchstaben, Ziffern und Bindestrichen bestehen, zum Beispiel acme',
  'a host name, for example status.example.com': 'muss ein Hostname sein, zum Beispiel status.example.com',
  'an http or https URL without a password': 'muss eine URL mit http oder https ohne Passwort sein',
  'an http or https URL, or empty': 'muss eine URL mit http oder https sein, oder leer',
  'an origin, for example https://www.acme.example or https://*.acme.example':
    'muss die Adresse einer Website sein, zum Beispiel https://www.acme.example oder https://*.acme.example',
  'the code of a language, for example en or pt-BR': 'muss der Code einer Sprache sein, zum Beispiel en oder pt-BR',
  'an http, https or mailto URL, or empty': 'muss eine URL mit http, https oder mailto sein, oder leer',
  'letters, digits and hyphens, for example G-XXXXXXXXXX':
    'muss aus Buchstaben, Ziffern und Bindestrichen bestehen, zum Beispiel G-XXXXXXXXXX',
  'letters, digits and hyphens, for example acme':
    'muss aus Buchstaben, Ziffern und Bindestrichen bestehen, zum Beispiel acme',
  'a colour, for example #1257c2': 'muss eine Farbe sein, zum Beispiel #1257c2',
}
