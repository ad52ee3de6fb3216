export const messagesTexts = {
  empty: 'Schrijft je docent je? Dan lees je dat hier terug.',
  missing: 'Dit bericht is er niet (meer), of het is niet aan jou gestuurd.',
  notHere: 'Dit bericht staat nog niet op dit apparaat. Het verschijnt zodra er verbinding is.',
  none: 'Er zijn nog geen berichten',
  choose: 'Kies een bericht om het hier te lezen.',
  aboutChange: ', over een wijziging',
  loading: 'Je berichten worden geladen…',
}
