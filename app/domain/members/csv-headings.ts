import type { Column } from '../table-files/columns.ts';
import { DATE_ORDERS } from '../table-files/days.ts';
import { z } from '../zod.ts';

/**
 * The headings of member lists, in the languages of a university. A word that may head first names or whole names
 * ('Nombre', 'Name' beside 'Vorname') is listed under 'name': the columns beside it tell which it is. Case, accents and hyphens make no difference.
 */
const HEADINGS = {
  name: [
    ...['name', 'full name', 'first and last name', 'name and surname', 'your name', 'member', 'member name'],
    ...['student name', 'display name', 'vor- und nachname', 'vorname und nachname', 'vorname nachname'],
    ...['nachname vorname', 'vollständiger name', 'mitglied', 'nom', 'nom complet', 'nom et prénom', 'prénom et nom'],
    ...['nom prénom', 'prénom nom', 'nombre', 'nombre completo', 'nombre y apellido', 'nombre y apellidos'],
    ...['nome', 'nome completo', 'nome e cognome', 'cognome e nome', 'nome e sobrenome', 'nome e apelido', 'naam'],
    ...['volledige naam', 'voor- en achternaam', 'namn', 'fullständigt namn', 'för- och efternamn', 'navn'],
    ...['fulde navn', 'fullt navn', 'for- og efternavn', 'for- og etternavn', 'nimi', 'koko nimi', 'imię i nazwisko'],
    ...['imię nazwisko', 'jméno', 'celé jméno', 'jméno a příjmení', 'meno', 'meno a priezvisko', 'név', 'teljes név'],
    ...[
      'nume',
      'nume complet',
      'nume și prenume',
      'ime i prezime',
      'isim',
      'ad soyad',
      'adı soyadı',
      'adınız soyadınız',
    ],
    ...['имя', 'фио', 'имя и фамилия', 'фамилия имя', "ім'я", 'піб', "ім'я та прізвище", 'όνομα', 'ονοματεπώνυμο'],
    ...['姓名', '名字', '氏名', '名前', 'お名前', '이름', '성명', 'الاسم', 'الاسم الكامل', 'שם', 'שם מלא'],
  ],
  'first name': [
    ...[
      'first name',
      'first names',
      'given name',
      'given names',
      'forename',
      'first',
      'preferred first name',
      'vorname',
    ],
    ...[
      'vornamen',
      'prénom',
      'prénoms',
      'nombre de pila',
      'primer nombre',
      'primeiro nome',
      'nome próprio',
      'voornaam',
    ],
    ...['förnamn', 'fornavn', 'etunimi', 'imię', 'křestní jméno', 'krstné meno', 'keresztnév', 'utónév', 'prenume'],
    ...['ime', 'ad', 'adı', 'μικρό όνομα', 'الاسم الأول', 'שם פרטי'],
  ],
  'last name': [
    ...[
      'last name',
      'last names',
      'surname',
      'family name',
      'second name',
      'last',
      'nachname',
      'familienname',
      'zuname',
    ],
    ...['nom de famille', 'apellido', 'apellidos', 'primer apellido', 'cognome', 'sobrenome', 'apelido', 'último nome'],
    ...['achternaam', 'efternamn', 'efternavn', 'etternavn', 'sukunimi', 'nazwisko', 'příjmení', 'priezvisko'],
    ...['vezetéknév', 'családnév', 'nume de familie', 'prezime', 'soyad', 'soyadı', 'фамилия', 'прізвище', 'επώνυμο'],
    ...['اسم العائلة', 'שם משפחה'],
  ],
  email: [
    ...['email', 'mail', 'email address', 'mail address', 'your email', 'your email address', 'contact email'],
    ...['university email', 'student email', 'school email', 'preferred email', 'primary email', 'member email'],
    ...['email adresse', 'mailadresse', 'uni-mail', 'courriel', 'adresse email', 'adresse mail', 'adresse courriel'],
    ...['adresse électronique', 'adresse de courriel', 'mél', 'correo', 'correo electrónico', 'dirección de correo'],
    ...[
      'dirección de correo electrónico',
      'dirección de email',
      'posta elettronica',
      'indirizzo email',
      'indirizzo mail',
    ],
    ...['indirizzo di posta elettronica', 'indirizzo e-mail', 'correio eletrónico', 'correio eletrônico'],
    ...['endereço de email', 'endereço eletrónico', 'endereço eletrônico', 'emailadres', 'mailadres', 'e-post'],
    ...['e-postadress', 'e-postadresse', 'sähköposti', 'sähköpostiosoite', 'adres email', 'adres mailowy'],
    ...['poczta elektroniczna', 'e-mailová adresa', 'emailová adresa', 'email cím', 'adresa de email', 'adresă email'],
    ...['email adresa', 'e-posta', 'e-posta adresi', 'электронная почта', 'почта', 'эл. почта'],
    ...['адрес электронной почты', 'електронна пошта', 'пошта', 'ηλεκτρονικό ταχυδρομείο', 'διεύθυνση email'],
    ...['邮箱', '电子邮箱', '电子邮件', '邮箱地址', '電子郵件', '電郵', '信箱', 'メール', 'メールアドレス', 'eメール'],
    ...['이메일', '이메일 주소', '메일', 'البريد الإلكتروني', 'بريد إلكتروني', 'אימייל', 'דואר אלקטרוני'],
  ],
  'student id': [
    ...['student id', 'student number', 'student no', 'student nr', 'student id number', 'university id', 'school id'],
    ...[
      'matriculation number',
      'matriculation no',
      'matric number',
      'matric no',
      'registration number',
      'matrikelnummer',
    ],
    ...['matrikelnr', 'matrikel', 'studierendennummer', 'numéro étudiant', "numéro d'étudiant", 'n° étudiant'],
    ...['numéro de matricule', 'matricule', 'número de estudiante', 'número de matrícula', 'matrícula', 'matricola'],
    ...['numero di matricola', 'numero matricola', 'número de estudante', 'número de aluno', 'nº de aluno'],
    ...['studentnummer', 'studentennummer', 'studienummer', 'opiskelijanumero', 'numer albumu', 'nr albumu'],
    ...['numer indeksu', 'nr indeksu', 'studijní číslo', 'osobní číslo', 'číslo studenta', 'neptun-kód', 'neptun kód'],
    ...['număr matricol', 'broj indeksa', 'öğrenci no', 'öğrenci numarası', 'номер студенческого билета'],
    ...['студенческий билет', 'номер студентського квитка', 'αριθμός μητρώου', '学号', '學號', '学籍番号', '学生番号'],
    ...['학번', 'الرقم الجامعي', 'رقم الطالب', 'מספר סטודנט'],
  ],
  since: [
    ...['since', 'member since', 'joined', 'joined on', 'join date', 'date joined', 'membership start', 'start date'],
    ...['seit', 'mitglied seit', 'beitritt', 'beitrittsdatum', 'eintritt', 'eintrittsdatum', 'depuis', 'membre depuis'],
    ...["date d'adhésion", "date d'inscription", 'desde', 'miembro desde', 'socio desde', 'fecha de alta', 'dal'],
    ...['iscritto dal', 'socio dal', 'data di iscrizione', 'membro desde', 'sócio desde', 'data de adesão', 'sinds'],
    ...['lid sinds', 'medlem sedan', 'medlem siden', 'jäsen alkaen', 'członek od', 'členem od', 'üyelik tarihi'],
    ...['дата вступления', 'дата вступу', '入会日', '加入日期', '가입일', 'تاريخ الانضمام'],
  ],
  'paid until': [
    ...['paid until', 'paid till', 'paid through', 'paid to', 'valid until', 'valid through', 'valid to', 'until'],
    ...['expires', 'expires on', 'expiry', 'expiry date', 'expiration', 'expiration date', 'membership until'],
    ...['membership ends', 'membership expires', 'bezahlt bis', 'gültig bis', 'mitglied bis', 'ablaufdatum', 'bis'],
    ...[
      "payé jusqu'au",
      "valable jusqu'au",
      "date d'expiration",
      'expire le',
      'pagado hasta',
      'válido hasta',
      'caduca',
    ],
    ...[
      'vence',
      'fecha de vencimiento',
      'pagato fino al',
      'valido fino al',
      'scadenza',
      'data di scadenza',
      'pago até',
    ],
    ...[
      'válido até',
      'validade',
      'betaald tot',
      'geldig tot',
      'betald till',
      'giltig till',
      'betalt til',
      'gyldig til',
    ],
    ...['maksettu asti', 'voimassa asti', 'opłacone do', 'ważne do', 'zaplaceno do', 'platí do', 'érvényes'],
    ...['bitiş tarihi', 'geçerlilik tarihi', 'оплачено до', 'действует до', 'сплачено до', '有効期限', '有效期至'],
    ...['만료일', 'تاريخ الانتهاء'],
  ],
  note: [
    ...['note', 'notes', 'comment', 'comments', 'remark', 'remarks', 'notiz', 'notizen', 'bemerkung', 'bemerkungen'],
    ...['anmerkung', 'anmerkungen', 'kommentar', 'kommentare', 'remarque', 'remarques', 'commentaire', 'commentaires'],
    ...['nota', 'notas', 'comentario', 'comentarios', 'observaciones', 'commento', 'commenti', 'osservazioni'],
    ...['comentário', 'comentários', 'observações', 'opmerking', 'opmerkingen', 'anteckning', 'anteckningar'],
    ...['bemærkning', 'bemærkninger', 'merknad', 'merknader', 'huomautus', 'huomautuksia', 'uwagi', 'notatka'],
    ...['poznámka', 'poznámky', 'megjegyzés', 'observații', 'napomena', 'açıklama', 'not', 'примечание', 'комментарий'],
    ...['примітка', 'σημείωση', 'σχόλια', '备注', '備註', '備考', '비고', 'ملاحظات', 'הערות'],
  ],
} as const;

export type MemberColumn = keyof typeof HEADINGS;

const LABELS: Record<MemberColumn, string> = {
  name: 'Name',
  'first name': 'First name',
  'last name': 'Last name',
  email: 'Email',
  'student id': 'Student ID',
  since: 'Since',
  'paid until': 'Paid until',
  note: 'Note',
};

const NAMES = ['name', 'first name', 'last name', 'email', 'student id', 'since', 'paid until', 'note'] as const;

export const MEMBER_COLUMNS: Column<MemberColumn>[] = NAMES.map((name) => ({
  name,
  label: LABELS[name],
  headings: HEADINGS[name],
}));

const MOST_PLACES = 10_000;

/** Somebody's answers about what a file does not say clearly, as the browser sends them. */
export const answersInput = {
  order: z.enum(DATE_ORDERS).optional(),
  columns: z.partialRecord(z.enum(NAMES), z.int().min(0).max(MOST_PLACES)).optional(),
};
