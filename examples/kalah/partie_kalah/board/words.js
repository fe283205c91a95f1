const en = {
  board: 'Kalah board',
  house: (letter, count, whose) =>
    `House ${letter}${whose && ` of ${whose}`}: ${count === 1 ? '1 stone' : `${count} stones`}`,
  store: (whose, count) =>
    `${whose ? `Store of ${whose}` : 'Your store'}: ${count === 1 ? '1 stone' : `${count} stones`}`,
  again: 'The last stone falls into your store: you play again',
  ends: (letter) => `The last stone falls into ${letter}`,
  emptyHouse: (letter) => `House ${letter} is empty.`,
  notYours: (letter) => `House ${letter} is not yours.`,
  sown: (name, move) => `${name} sows house ${move}.`,
  worth: (stones) => `${stones} stones`,
  keyDigits: 'sow this house',
  keyArrows: 'go to another house',
  keyEnter: 'sow the selected house',
};

const fr = {
  board: 'Plateau de kalah',
  house: (letter, count, whose) =>
    `Case ${letter}${whose && ` de ${whose}`} : ${count < 2 ? `${count} graine` : `${count} graines`}`,
  store: (whose, count) =>
    `${whose ? `Grenier de ${whose}` : 'Votre grenier'} : ${count < 2 ? `${count} graine` : `${count} graines`}`,
  again: 'La dernière graine tombe dans votre grenier : vous rejouez',
  ends: (letter) => `La dernière graine tombe en ${letter}`,
  emptyHouse: (letter) => `La case ${letter} est vide.`,
  notYours: (letter) => `La case ${letter} n’est pas à vous.`,
  sown: (name, move) => `${name} sème la case ${move}.`,
  worth: (stones) => `${stones} graines`,
  keyDigits: 'semer cette case',
  keyArrows: 'changer de case',
  keyEnter: 'semer la case marquée',
};

export const words = { en, fr };
