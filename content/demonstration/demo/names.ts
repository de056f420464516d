// Lists of ordinary names. They identify no real person: the demonstration combines them at random.

export const givenNames = (
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph ' +
  'Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Donald ' +
  'Kimberly Steven Donna Paul Michelle Andrew Carol Joshua Amanda Kenneth Melissa Kevin Deborah Brian Stephanie ' +
  'George Rebecca Timothy Laura Ronald Sharon Edward Cynthia Jason Kathleen Jeffrey Amy Ryan Angela Jacob Shirley ' +
  'Gary Anna Nicholas Brenda Eric Pamela Jonathan Nicole Larry Samantha Frank Katherine Scott Christine Raymond Emma ' +
  'Dennis Virginia Walter Rachel Jerry Maria Douglas Heather Henry Diane Harold Ruth Arthur Judith Roger Olivia ' +
  'Terrence Aaliyah Malik Imani Kwame Latoya Tyrone Ebony Mei-Ling Wei Priya Anil Sunita Hiroshi Yuki Minh Linh Siobhán ' +
  'Seán Anne-Marie Jean-Luc Zoë Chloë Renée Björn Agnieszka Łukasz Dvora Yusuf Fatima Leilani Keola Aiyana'
).split(' ');

/** Surnames of families from all over the world, besides the frequent names. */
export const familyNames = (
  'Mensah Okafor Tran Pham Park Choi Chen Wong Zhao Singh Shah Khan Haddad Cohen Rosenthal Kowalski Lindqvist Dvořák ' +
  "Krämer O'Brien O'Neill D'Angelo McCarthy MacDonald Kealoha Begay Thibodeaux Beauséjour Rossi Ferrari Schneider Weiß"
).split(' ');

export const spanishGivenNames = (
  'José María Juan Guadalupe Luis Carmen Carlos Rosa Jesús Ana Miguel Lucía Francisco Elena Jorge Sofía Pedro Isabel ' +
  'Alejandro Teresa Manuel Gabriela Ricardo Verónica Roberto Yolanda Fernando Silvia Ángel Beatriz Ramón Mónica Andrés ' +
  'Adriana Raúl Leticia Óscar Pilar Víctor Inés Héctor Raquel Íñigo Begoña Rubén Dolores'
).split(' ');

export const spanishFamilyNames = (
  'García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Cruz ' +
  'Morales Ortiz Gutiérrez Chávez Ramos Ruiz Álvarez Mendoza Vásquez Castillo Jiménez Moreno Romero Herrera Medina ' +
  'Aguilar Vargas Castro Guzmán Méndez Fernández Muñoz Salazar Núñez Peña Ibáñez Quiñones Acuña Zúñiga Ávila Ordóñez'
).split(' ');

/** Names that break careless programs. Each represents a person whose claim must not be lost. */
export const unusualNames = [
  ['Maximiliana-Alexandria', 'Featherstonehaugh-Cholmondeley'],
  ['Jo', 'Ng'],
  ['Xóchitl', 'de la Cruz y Ordóñez'],
  ['Niamh', "O'Shaughnessy-McGillicuddy"],
  ['Robert', 'van den Berg'],
  ['Ludwig', 'von der Tann'],
  ['ليلى', 'حداد'],
  ['יעל', 'כהן'],
  ['王', '小明'],
  ['Ольга', 'Соколова'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['Nguyễn', 'Thị Minh Khai'],
  ['John', 'Null'],
  ['Ana', 'True-Test'],
  ['J. R.', 'Worthington III'],
  ['Þórdís', 'Ægisdóttir'],
] as const;

/** Invented words that begin the names of streets and companies. */
export const placeNames = (
  'Larkmoor Candlewick Foxglen Wrenfield Hearthstone Mossgate Copperleaf Saltmarsh Thistledown Sorrelton Ravenscar ' +
  'Pepperidge Vesperton Birchwhistle Kettlebrook Lanternwood Cobblerose Quillhaven Marrowfen Tansybrook Emberlane ' +
  'Duskwater Fernhollow Gooseberry Harrowgate Inkwell Juniperton Kestrelwood Lichenfield Millstone Nettlecombe ' +
  'Oxbowridge Primrosewell Quarrytop Rushmere Snowdrift Tumbleweir Umbermoor Violetbank Willowmarch Yarrowdale Zephyrhill'
).split(' ');
export const streetKinds = ['Street', 'Avenue', 'Lane', 'Road', 'Drive', 'Court', 'Way', 'Terrace', 'Place'];

export const pharmacies = [
  'Kettlebrook Family Pharmacy',
  'Larkmoor Drugs',
  'Saltmarsh Apothecary',
  'Wrenfield Prescription Center',
  'Copperleaf Community Pharmacy',
  'Farmacia Candlewick',
];

export const planKinds = [
  'Health Plan',
  'Mutual Health',
  'Benefit Trust',
  'HMO',
  'Health and Welfare Fund',
  'Employees Medical Plan',
  'School District Health Pool',
  'County Self-Insurance Fund',
  'Carpenters Welfare Fund',
  'Teachers Prescription Plan',
  'Grocers Benefit Fund',
  'Steel Medical Plan',
] as const;
export const agentKinds = ['Recovery Services', 'Claims Consulting', 'Plan Administrators', 'Benefit Recovery Group'];
