import { filedClaimSeconds, loginSeconds, maxFiledClaims, statusSeconds } from '@redress/contract/cookie-lifetimes';
import { observationDays } from '@redress/contract/observations';
import { savedFormDays } from '@redress/contract/saved-form-link';
import type { Settlement } from '@redress/contract/settlement';
import { days, hours, listed } from '../formats.ts';
import { blocks, bulletList, paragraph, present } from './markdown.ts';
import { privacyFeatures } from './privacy-features.ts';
import type { PrivacyFacts } from './privacy-policy.ts';

/**
 * `privacyPolicy` in Spanish, point by point. The administrator is named, for example, `el
 * Administrador`.
 */
export function privacyPolicyInSpanish(
  settlement: Settlement,
  { administrator, mailingAddress, asksFor }: PrivacyFacts,
): string {
  const has = privacyFeatures(settlement);
  const { phone, email } = settlement.site;
  const years = `${listed(has.years, 'es', 'o')} años`;

  return blocks([
    `Esta política dice qué guarda este sitio web sobre usted, por qué y por cuánto tiempo. ${capitalized(administrator)} administra el sitio web para el tribunal. En pocas palabras:`,
    bulletList([
      `Usamos sus datos solo para administrar ${has.severalCases ? 'los acuerdos' : 'el acuerdo'} y tramitar su reclamo.`,
      'No los vendemos. Ningún anunciante y ningún servicio de estadísticas los ve.',
      'Las páginas de información no guardan cookies en su navegador, y leerlas no nos dice nada sobre usted.',
    ]),

    '## Qué guardamos',
    'Cuando usted presenta un reclamo, guardamos esto:',
    bulletList([
      `**Sus respuestas:** su nombre, ${has.email ? 'dirección, teléfono y correo electrónico' : 'dirección y teléfono'}, ${present([asksFor, has.signature && 'la firma que escribió']).join(', ')} y lo demás que pide el formulario.`,
      has.taxIds &&
        `**Los números de identificación fiscal**${has.taxIdsOnlyOfPayors ? ', que solo dan los terceros pagadores y sus agentes' : ''}. Se guardan cifrados, es decir, escritos en clave, y aparte de las otras respuestas. Los últimos cuatro dígitos se guardan también sin cifrar, para que nuestro personal pueda encontrar su reclamo. Los recibos muestran solo esos cuatro.`,
      has.uploads && '**Sus documentos**, con los nombres de los archivos y una huella digital de cada archivo.',
      has.dataFiles &&
        '**Las revisiones de los archivos de datos**, que solo envían los terceros pagadores y sus agentes. Una revisión tiene los totales por estado, año, medicamento y plan. También tiene los datos que están mal, cada uno con su fila. De un número de identificación fiscal tiene solo los últimos cuatro dígitos.',
      `**Un registro de su reclamo:** cuándo y en qué idioma se presentó${has.lateClaims ? ', si llegó tarde' : ''} y qué se hizo con él. El registro de lo que se hizo no tiene datos personales.`,
      `**Marcas para quien revisa los reclamos.** Por ejemplo, por señales de que una máquina envió el reclamo${has.noticeIds ? ', o por un segundo reclamo con el mismo Notice ID (número del aviso)' : ''}. También se marca un reclamo presentado sin script. Ningún programa rechaza un reclamo por ellas.`,
      '**Notas de nuestro personal** sobre su reclamo y sobre llamadas con usted: quién las escribió, cuándo y sobre qué.',
      '**Lo que envía en la página del estado:** lo que responde cuando le pedimos algo, lo que dice contra una decisión, sus nuevos datos de contacto y las fechas. Si entra allí con un código por correo electrónico, guardamos la solicitud un día.',
      `**Cartas para usted sobre su reclamo**, en papel${has.email ? ' o por correo electrónico' : ''}: el texto, adónde las enviamos, cuándo, y si fueron devueltas. Si nos enteramos de una dirección nueva para usted, la guardamos junto a sus respuestas.`,
      '**Correcciones de sus respuestas** hechas por nuestro personal: la respuesta corregida, quién la hizo, cuándo, con base en qué y por qué. Sus respuestas quedan como usted las presentó.',
    ]),
    has.idRequest &&
      'Cuando usted pide los números de un aviso perdido, guardamos su nombre, dirección, teléfono y correo electrónico. También guardamos cuándo y en qué idioma los pidió. Usamos esto solo para buscarlo en nuestros registros y responderle. También guardamos lo que respondimos, quién respondió y cuándo.',
    has.classMembers &&
      `Tenemos también listas de posibles miembros de la clase, es decir, del grupo incluido en el acuerdo. Sirven para enviar avisos${has.login ? ' y para revisar sus números cuando inicia sesión' : ''}. Tienen nombres, direcciones, Notice ID y Unique ID (número único). Si nos enteramos de una dirección nueva, la guardamos junto a la primera, con su origen y el motivo.`,

    '## Qué guarda su navegador',
    `Las cookies son pequeños textos que su navegador guarda. Estas se necesitan para presentar un reclamo y ver en qué paso está, y no hay otras. Se guardan cuando usted usa ${has.login ? 'la página para iniciar sesión, ' : ''}un formulario, la página final del reclamo o la página del estado. Solo este sitio web las lee.`,
    bulletList([
      '**Cookie XSRF-TOKEN**, hasta que se cierra el navegador: evita que otros presenten un reclamo en su nombre.',
      '**Cookie redress-browser**, hasta que se cierra el navegador: un código al azar. El XSRF-TOKEN de otro navegador no sirve en el suyo. Anotamos una forma en clave de este código con su reclamo.',
      has.login &&
        `**Cookie redress-login**, hasta ${hours(loginSeconds, 'es')} después de su último uso: su Notice ID y su nombre${has.mailedAddress ? ' y dirección' : ''} con casi todas las letras ocultas, para que no tenga que iniciar sesión otra vez.`,
      `**Cookie redress-claim-N**, por ${days(filedClaimSeconds, 'es')}, para cada uno de hasta ${maxFiledClaims} reclamos (N es el número de reclamo): cuándo lo presentó, para que pueda ${has.uploads ? 'agregar documentos' : 'abrir su recibo'} desde este navegador.`,
      `**Cookie redress-status**, por un día después de usar por última vez la página del estado: el número de reclamo, y cuándo y cómo entró. Muestra su reclamo durante ${statusSeconds / 60} minutos.`,
      paragraph([
        '**Borrador, en esta pestaña del navegador**, hasta que presenta el reclamo, borra el formulario o cierra la pestaña: lo que escribió.',
        neverInDraft(),
        has.dataFiles && has.taxIds && 'La lista de miembros de la clase de un agente se guarda completa.',
      ]),
      `${has.login ? '**Inicio de sesión y envío, en esta pestaña del navegador**, hasta que borra el formulario o cierra la pestaña: su Notice ID y su nombre con las letras ocultas. También un' : '**Envío, en esta pestaña del navegador**, hasta que borra el formulario o cierra la pestaña: un'} código que evita que un reclamo se presente dos veces, y el número de ese reclamo. Si guardó un formulario, también un código que borra el formulario guardado cuando usted presenta el reclamo.`,
      '**Último reclamo, en esta pestaña del navegador**, hasta que cierra la pestaña: su número y su fecha. También un código que abre su recibo en esta pestaña por dos horas.',
      has.uploads &&
        '**Documentos en camino, en esta pestaña del navegador**, hasta que llegan, usted los cancela o cierra la pestaña: el nombre, el tamaño y la fecha de cada archivo, y cuánto se envió. El archivo mismo no se guarda.',
    ]),
    has.dataFiles &&
      'Cuando usted elige un archivo de datos, su navegador lo revisa en su dispositivo. El archivo sale de su navegador solo cuando presenta el reclamo. Entonces lo guardamos con sus documentos, y nuestras propias computadoras lo revisan otra vez.',
    'Solo usted ve el borrador. Se nos envía solo cuando guarda el formulario u oprime ENVIAR. Para vaciar un formulario, oprima “Borrar este formulario”. En una computadora compartida, oprima “Uso una computadora compartida: borrar mis datos”. Entonces queda solo un número al azar. Les avisa a las otras pestañas que hagan lo mismo, y no dice nada sobre usted.',

    '## Si guarda un formulario para terminarlo después',
    paragraph([
      `Le enviamos un enlace por correo electrónico y guardamos sus respuestas durante ${savedFormDays} días. Están cifradas, y solo el enlace puede descifrarlas. No tenemos la clave, así que no podemos leerlas.`,
      notSaved(),
      'No guardamos el correo electrónico. El formulario guardado se borra cuando usted lo guarda otra vez o presenta el reclamo desde la misma pestaña, o cuando termina su plazo. Quien tenga el enlace puede leer las respuestas guardadas, así que no lo comparta.',
    ]),

    '## Si su navegador no usa scripts',
    'Un script es un pequeño programa que una página usa en su navegador. También se llama JavaScript. Usted puede reclamar sin él. Entonces su navegador no guarda ningún borrador. Cada botón del formulario nos envía lo que usted escribió, y le devolvemos la página. Guardamos estas respuestas solo cuando su reclamo queda presentado.',
    bulletList([
      has.uploads &&
        '**Los documentos que agrega** se guardan en nuestro sistema, para que no tenga que elegirlos otra vez. Si no presenta el reclamo, los borramos después de 24 horas.',
      `**Una clave de un solo uso en la página** ${has.uploads ? 'muestra qué documentos son de su formulario. También evita' : 'evita'} que un reclamo se presente dos veces. No nos dice nada de usted.`,
      '**La dirección de la página final** tiene un código que solo nosotros podemos leer. Abre su reclamo por un minuto. Después, la página pide su apellido o su código postal (ZIP).',
    ]),

    '## Cómo evitamos los reclamos de máquinas',
    has.captcha &&
      'Algunos formularios le piden a su navegador que resuelva una tarea pequeña. Ninguna otra empresa participa, y la tarea no nos dice nada de usted. Un navegador que no usa scripts no puede resolverla. En ese caso aceptamos menos reclamos de una misma dirección de internet, y marcamos el reclamo para quien lo revisa.',
    `Contamos los intentos ${listed(present([has.login && 'de iniciar sesión', 'de reclamar', has.idRequest && 'de pedir números perdidos', 'de abrir recibos', 'de entrar en la página del estado']), 'es')}. También contamos cuántas veces se envían formularios. Así nadie puede adivinar números ni saturar el sitio web. Para eso usamos ${listed(present(['la dirección de internet', has.login && 'el Notice ID', 'el número de reclamo', 'el correo al que enviamos un enlace']), 'es')}. De ellos guardamos solo una forma en clave, hecha con una clave secreta. Se borra después de un día como máximo.`,
    'Cuando usted presenta un reclamo, también anotamos cómo se llenó el formulario y de dónde vino el reclamo. Así encontramos reclamos que hizo una máquina, o que una sola persona presenta por muchas. Anotamos:',
    bulletList([
      '**Cuánto tiempo se vio la página**, cuántos campos se escribieron o se pegaron, cuántos llenó su navegador y cuántos cambiaron de otra manera. No anotamos qué teclas oprime, cuándo las oprime ni qué señala en la página.',
      '**Si se recuperó un borrador**, y si su navegador dice que lo controla un programa o no es el que dice ser.',
      '**Una forma en clave** de su dirección de internet, de la red a su alrededor y de la cookie redress-browser. Se hace con una clave secreta. Nos muestra que dos reclamos vinieron del mismo lugar. No guardamos la dirección misma.',
      '**Si la dirección está en una lista** de centros de datos o de servicios que ocultan direcciones.',
    ]),
    paragraph([
      'Un programa compara los reclamos unos con otros. Así encuentra a quienes reclaman dos veces, y reclamos de personas que no existen.',
      `Para eso hace formas en clave de su ${listed(present(['nombre', 'dirección', has.email && 'correo electrónico', 'teléfono', has.noticeIds && 'aviso', has.taxIds && 'número de identificación fiscal']), 'es')}${has.uploads ? ', y de sus documentos' : ''}.`,
      has.dataFiles && 'De los archivos de datos toma una muestra de las compras, en clave y sin nombres.',
      'Da a cada reclamo un puntaje. El puntaje solo dice a nuestro personal qué debe mirar primero. Si un reclamo se rechaza, lo deciden personas, y no un puntaje. Estas formas en clave se borran con sus respuestas. El puntaje se guarda con el registro de su reclamo, como un número.',
    ]),
    paragraph([
      `Ningún programa rechaza un reclamo por las notas sobre cómo se presentó. Las borramos ${observationDays} días después de la fecha límite para reclamar.`,
      has.lateClaims &&
        `Si usted reclamó después de esa fecha, las borramos ${observationDays} días después del día en que presentó su reclamo.`,
      'Si nuestro personal evaluó quién hizo su reclamo, guardamos un registro de ello. El registro dice qué señales había, como un formulario llenado demasiado rápido.',
    ]),
    'Los registros de nuestro programa dicen qué tipo de página o de servicio se pidió, cuándo, y si funcionó. No tienen direcciones de internet, nombres ni respuestas.',

    '## Quién ve sus datos',
    bulletList([
      `Las personas que tramitan los reclamos para ${administrator}.`,
      'El tribunal, los abogados y las autoridades, cuando la ley o el tribunal lo exige.',
      'Los servicios que necesitamos, como los de correo o de pagos. Reciben solo lo que necesitan.',
    ]),
    has.mailedAddress &&
      'Al entrar con los dos números de su aviso se ven su ciudad y estado, y su nombre y calle con la mayor parte oculta.',
    paragraph([
      'Lo que ve nuestro personal depende de su función en cada caso. Algunos ven solo cifras y nombres con las letras ocultas. Otros ven también los nombres y los datos de contacto. Solo algunos ven todas las respuestas y los documentos.',
      has.taxIds &&
        'De un número de identificación fiscal se muestran solo los últimos cuatro dígitos. Para ver uno completo, quien tiene esa función debe identificarse otra vez y dar un motivo.',
    ]),
    `Un registro de accesos anota cada vez que nuestro personal abre un reclamo, busca, descarga o exporta. Anota quién, cuándo y qué, y el motivo si se pide. Tiene los números de reclamo y los motivos como se escribieron, pero no las respuestas. Las palabras buscadas ${has.noticeIds ? 'y los Notice ID ' : ''}se guardan solo en clave. Guardamos este registro aun después de borrar sus datos. Así se sabe después quién vio qué.`,
    paragraph([
      `Algunas personas de nuestro personal pueden exportar ${exported()}. Nuestro sitio web guarda el archivo cifrado y lo borra después de siete días.`,
      has.taxIds && 'Tiene números de identificación fiscal completos solo si otra persona lo aprueba.',
      'El sitio web no puede borrar las copias que nuestro personal descargó.',
    ]),
    has.email &&
      'Si da un correo electrónico, le enviamos un recibo. El mensaje tiene su nombre, el número de referencia, la fecha y lo que falta en su reclamo. El PDF que va con él tiene sus respuestas. También van allí nuestras cartas sobre su reclamo, que dicen qué decidimos y por qué. Si no lo quiere, no dé el correo electrónico donde el formulario lo permite.',

    '## Por cuánto tiempo guardamos sus datos, y cómo los protegemos',
    paragraph([
      `Guardamos su reclamo ${has.uploads ? 'y sus documentos ' : ''}durante ${years} después de la fecha límite para reclamar.`,
      has.lateClaims &&
        `Si usted reclamó después de esa fecha, los ${years} empiezan el día en que presentó su reclamo.`,
      `Luego borramos ${listed(present(['sus respuestas y correcciones', has.taxIds && 'sus números de identificación fiscal', has.uploads && 'sus documentos', has.dataFiles && 'las revisiones de archivos de datos', 'las notas de nuestro personal']), 'es')}. Lo que escribió en la página del estado y nuestras cartas para usted se borran con ellos. Guardamos el número de reclamo, el formulario, su idioma, las fechas, las marcas, los montos, lo que decidimos y por qué motivos. También quedan el registro de lo que se hizo y el de quién lo vio. El sitio web no pone en ellos nombres ni respuestas.`,
      has.classMembers &&
        `Las listas de miembros de la clase se borran ${years} después de la fecha límite para reclamar. Con ellas se borran las direcciones nuevas.`,
      has.idRequest &&
        `Las solicitudes de números perdidos se borran también entonces, con nuestras respuestas. Si usted los pidió después de esa fecha, los ${years} empiezan el día en que los pidió.`,
      'Si el tribunal nos ordena guardar datos por más tiempo, lo hacemos. Nuestras copias de seguridad también se borran, un poco después.',
      has.email &&
        'Las notas sobre los recibos enviados se borran después de 30 días. Si un correo electrónico para usted es devuelto, puede ser que nuestro personal tenga que leer lo que dice el servidor de correo. Eso se borra después de 180 días como máximo.',
      has.uploads &&
        'Los documentos que agrega en la página del estado esperan hasta que envíe su respuesta. Si no la envía a tiempo, nuestro personal los mira. Si nuestra decisión cambia antes, se borran después de 24 horas. Los documentos que no llegaron completos se borran después de una hora, más o menos. Un archivo grande se guarda por más tiempo, para que usted pueda seguir donde se quedó. Si nadie sigue con él, se borra después de una semana. Los documentos se guardan en un lugar privado que no es parte del sitio web.',
      encryptedAtRest(),
    ]),

    '## Sus derechos y sus preguntas',
    'Puede preguntarnos qué guardamos sobre usted y decirnos qué está mal. Las correcciones se guardan junto al reclamo que usted presentó. También puede pedirnos que borremos sus datos. Si el tribunal nos exige guardar un reclamo, se lo diremos. Preguntar es gratis y no perjudica su reclamo.',
    `Llame gratis al ${phone}, o escriba a [${email}](mailto:${email}) o a ${mailingAddress.join(', ')}. Si esta política cambia, publicaremos la nueva en este sitio web.`,
  ]);

  function neverInDraft(): string | false {
    const parts = present([
      has.signature && 'su firma',
      has.uploads && 'sus documentos',
      has.taxIds && 'su propio número de identificación fiscal',
    ]);
    return parts.length > 0 && `Nunca tiene ${listed(parts, 'es', 'ni')}.`;
  }

  function notSaved(): string | false {
    const parts = present([
      has.taxIds && 'sus números de identificación fiscal',
      has.login && 'su Notice ID',
      has.login && 'su inicio de sesión',
      has.signature && 'su firma',
      has.uploads && 'sus documentos',
    ]);
    return (
      parts.length > 0 &&
      `No se ${parts.length === 1 && has.signature ? 'guarda' : 'guardan'} ${listed(parts, 'es', 'ni')}.`
    );
  }

  function exported(): string {
    if (!has.classMembers) return 'listas de reclamos a un archivo';
    return has.idRequest
      ? 'listas a un archivo: de reclamos, de posibles miembros de la clase y de solicitudes de números perdidos'
      : 'listas a un archivo: de reclamos y de posibles miembros de la clase';
  }

  function encryptedAtRest(): string | false {
    if (!has.taxIds) return has.classMembers && 'Los Unique ID se guardan cifrados.';
    return has.classMembers
      ? 'Los Unique ID y los números de identificación fiscal se guardan cifrados, excepto los últimos cuatro dígitos de estos.'
      : 'Los números de identificación fiscal se guardan cifrados, excepto los últimos cuatro dígitos.';
  }
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
