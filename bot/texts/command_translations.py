"""Slash commands in other languages: name and description by the key that `bot.slash_commands` gives each.

Discord's rules: names are lower-case, 1 to 32 characters, without spaces; descriptions are 1 to 100 characters.
Source: Discord's documentation of application commands, "Application Command Naming" and "Localization".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Named(NamedTuple):
    """A command or option as one language names it."""

    name: str
    description: str


GERMAN: Mapping[str, Named] = {
    "race": Named("rennen", "Renntage: eröffnen, spielen, nachlesen"),
    "race.new": Named("neu", "Einen Tisch eröffnen"),
    "race.new.seats": Named("plätze", "Wie viele höchstens mitspielen"),
    "race.new.against": Named("gegen", "Sofort los, gegen so viele Computer"),
    "race.new.length": Named("länge", "Wie lang"),
    "race.new.length.quick": Named("kurz", "kurz"),
    "race.new.length.usual": Named("üblich", "üblich"),
    "race.new.length.long": Named("lang", "lang"),
    "race.join": Named("mitspielen", "An einem Tisch Platz nehmen, der noch nicht läuft"),
    "race.leave": Named("gehen", "Aufstehen; ein laufendes Rennen beendet der Computer"),
    "race.back": Named("zurück", "Den eigenen Platz wieder selbst übernehmen"),
    "race.hand_over": Named("übergeben", "Jemand anderen für dich spielen lassen; die Münzen bleiben deine"),
    "race.hand_over.player": Named("person", "Wer für dich weiterspielt"),
    "race.remove": Named("wegschicken", "Jemanden vor dem Start von deinem Tisch wegschicken"),
    "race.remove.player": Named("person", "Wer gehen soll"),
    "race.invite": Named("einladen", "Jemanden, den du weggeschickt hast, wieder Platz nehmen lassen"),
    "race.invite.player": Named("person", "Wer wiederkommen darf"),
    "race.pause": Named("pause", "Den eigenen Tisch ruhen lassen; alle Uhren stehen"),
    "race.resume": Named("weiter", "Den eigenen Tisch weiterlaufen lassen"),
    "race.stop": Named(
        "aufhören", "Zustimmen, den Renntag hier zu beenden, oder doch nicht; was feststeht, bleibt"
    ),
    "race.luck": Named("glück", "Sehen, woraus das Mischen entsteht, und eigene Worte beimischen"),
    "race.luck.words": Named(
        "worte", "Eine Zeile zum Beimischen vor dem Start; alle können sie lesen, für immer"
    ),
    "race.log": Named("protokoll", "Das ganze Protokoll eines beendeten Spiels als Datei"),
    "race.verify": Named("prüfen", "Prüfen, dass ein beendetes Spiel mit rechten Dingen zuging"),
    "race.replay": Named("wiederholung", "Ein beendetes Spiel noch einmal zeigen, bewegt"),
    "race.finished": Named("tisch", "Welcher beendete Tisch (der dieses Threads oder dein letzter)"),
    "race.last": Named("tisch", "Welcher Tisch (der dieses Threads oder dein letzter)"),
    "race.desk": Named("pult", "Deine Hand und was du tun kannst, nur für dich sichtbar"),
    "race.hint": Named("tipp", "Was der besonnene Computerspieler an deiner Stelle täte, und warum"),
    "race.hints": Named("tipps", "Als Gastgeber sagen, ob es an deinem Tisch Tipps gibt"),
    "race.hints.allowed": Named("erlaubt", "Ob alle am Tisch Tipps bekommen"),
    "race.board": Named("tafel", "Die Rennbahn noch einmal zeigen, auch in einem anderen Kanal"),
    "race.tables": Named("tische", "Die offenen Tische dieses Servers"),
    "race.night": Named("abend", "Einen Rennabend planen"),
    "race.rules": Named("regeln", "Die Spielregeln: die dieses Threads oder die, die du wählst"),
    "race.rules.game": Named("spiel", "Welches Spiel"),
    "race.learn": Named("lernen", "Ein Spiel lernen: eine Lektion, die nur du siehst"),
    "race.cancel": Named(
        "abbrechen", "Einen Tisch abbrechen; bis ein Rennen gelaufen ist, gehen alle Einsätze zurück"
    ),
    "race.table": Named("tisch", "Welcher Tisch (der dieses Threads oder dein einziger)"),
    "bank": Named("bank", "Münzen"),
    "bank.balance": Named("kontostand", "Was du hast und was du schuldest"),
    "bank.history": Named("verlauf", "Jede Münze, die zu dir kam oder von dir ging, die neueste zuerst"),
    "bank.history.page": Named("seite", "Welche Seite"),
    "bank.give": Named("schenken", "Jemandem Münzen von dir geben; alle hier lesen es"),
    "bank.give.player": Named("person", "Wem"),
    "bank.give.amount": Named("betrag", "Wie viele Münzen: höchstens 1.000 am Tag an dieselbe Person"),
    "bank.daily": Named("täglich", "250 Münzen am Tag, bis du wieder 5.000 hast"),
    "bank.export": Named("ausfuhr", "Für die Leitung des Servers: jede Bewegung von Münzen als CSV-Datei"),
    "bank.admin": Named("leitung", "Für die Leitung des Servers: gutschreiben, abziehen, einfrieren"),
    "bank.admin.player": Named("person", "Wessen Münzen"),
    "bank.admin.amount": Named("betrag", "Wie viele Münzen"),
    "bank.admin.reason": Named("grund", "Warum: das wird mit deinem Namen aufgeschrieben"),
    "bank.admin.grant": Named("gutschreiben", "Münzen des Hauses gutschreiben"),
    "bank.admin.take": Named("abziehen", "Münzen abziehen, zugunsten des Hauses"),
    "bank.admin.freeze": Named("einfrieren", "Jemanden keine Münzen bewegen lassen, oder wieder lassen"),
    "bank.admin.freeze.frozen": Named("gesperrt", "Nein lässt wieder Münzen bewegen"),
    "bank.admin.audit": Named("protokoll", "Jede Gutschrift, jeden Abzug, jede Sperre in einem Kanal melden"),
    "bank.admin.audit.channel": Named("kanal", "Wo; weggelassen: nirgends"),
    "leaderboard": Named("rangliste", "Die größten Vermögen dieses Servers"),
    "profile": Named(
        "profil", "Deine Spiele, Serien, dein Lieblingspferd und Erfolge; oder jemandes Ergebnisse"
    ),
    "profile.player": Named("spieler", "Wessen; weggelassen: dein eigenes"),
    "help": Named("hilfe", "Was Paddock ist, wie ein Renntag geht, und alle Befehle"),
    "settings": Named("einstellungen", "Sprache, Uhren, Kanäle, Einsätze: was auf diesem Server gilt"),
    "privacy": Named("datenschutz", "Was über dich gespeichert ist: lesen oder löschen lassen"),
    "preferences": Named("vorlieben", "Ob du auch gefragt wirst, wo du nur einen Zug hast"),
}

PORTUGUESE: Mapping[str, Named] = {
    "race": Named("corrida", "Dias de corrida: abrir, jogar, conferir"),
    "race.new": Named("nova", "Abrir uma mesa"),
    "race.new.seats": Named("lugares", "Quantos podem jogar, no máximo"),
    "race.new.against": Named("contra", "Começar já, contra tantos robôs"),
    "race.new.length": Named("duração", "Quanto tempo"),
    "race.new.length.quick": Named("curta", "curta"),
    "race.new.length.usual": Named("normal", "normal"),
    "race.new.length.long": Named("longa", "longa"),
    "race.join": Named("entrar", "Sentar-se a uma mesa que ainda não começou"),
    "race.leave": Named("sair", "Levantar-se; o computador termina uma corrida em andamento"),
    "race.back": Named("voltar", "Retomar o próprio lugar"),
    "race.hand_over": Named("passar", "Deixar outra pessoa jogar por você; as moedas continuam suas"),
    "race.hand_over.player": Named("pessoa", "Quem joga por você"),
    "race.remove": Named("remover", "Mandar alguém embora da sua mesa antes do início"),
    "race.remove.player": Named("pessoa", "Quem deve sair"),
    "race.invite": Named("convidar", "Deixar sentar-se de novo alguém que você mandou embora"),
    "race.invite.player": Named("pessoa", "Quem pode voltar"),
    "race.pause": Named("pausar", "Deixar sua mesa descansar; todos os relógios param"),
    "race.resume": Named("continuar", "Deixar sua mesa continuar"),
    "race.stop": Named("parar", "Concordar, ou não mais, em encerrar aqui; o que está decidido fica"),
    "race.luck": Named("sorte", "Ver de que se faz o embaralhamento e acrescentar palavras suas"),
    "race.luck.words": Named(
        "palavras", "Uma linha para misturar antes da largada; todos podem lê-la, para sempre"
    ),
    "race.log": Named("registro", "O registro inteiro de um jogo terminado, em arquivo"),
    "race.verify": Named("verificar", "Verificar que um jogo terminado foi limpo"),
    "race.replay": Named("reprise", "Mostrar de novo um jogo terminado, animado"),
    "race.finished": Named("mesa", "Qual mesa terminada (a deste tópico ou a sua última)"),
    "race.last": Named("mesa", "Qual mesa (a deste tópico ou a sua última)"),
    "race.desk": Named("painel", "Suas cartas e o que você pode fazer, só para você"),
    "race.hint": Named("dica", "O que o jogador de computador prudente faria no seu lugar, e por quê"),
    "race.hints": Named("dicas", "Como anfitrião, dizer se há dicas na sua mesa"),
    "race.hints.allowed": Named("permitidas", "Se todos à mesa podem ter dicas"),
    "race.board": Named("tabuleiro", "Mostrar a pista de novo, também em outro canal"),
    "race.tables": Named("mesas", "As mesas abertas deste servidor"),
    "race.night": Named("noite", "Planejar uma noite"),
    "race.rules": Named("regras", "As regras de um jogo: o deste tópico ou o que você escolher"),
    "race.rules.game": Named("jogo", "Qual jogo"),
    "race.learn": Named("aprender", "Aprender um jogo: uma lição que só você vê"),
    "race.cancel": Named("cancelar", "Cancelar uma mesa; até o fim de um páreo as entradas são devolvidas"),
    "race.table": Named("mesa", "Qual mesa (a deste tópico ou a sua única)"),
    "bank": Named("banco", "Moedas"),
    "bank.balance": Named("saldo", "O que você tem e o que deve"),
    "bank.history": Named("extrato", "Cada moeda que chegou ou saiu, a mais nova primeiro"),
    "bank.history.page": Named("página", "Qual página"),
    "bank.give": Named("dar", "Dar moedas suas a alguém; todos aqui leem"),
    "bank.give.player": Named("pessoa", "A quem"),
    "bank.give.amount": Named("quantia", "Quantas moedas: no máximo 1.000 por dia à mesma pessoa"),
    "bank.daily": Named("diária", "250 moedas por dia, até você ter 5.000 de novo"),
    "bank.export": Named("exportar", "Para quem gere o servidor: cada movimento de moedas, em CSV"),
    "bank.admin": Named("gestão", "Para quem gere o servidor: conceder, tirar, congelar"),
    "bank.admin.player": Named("pessoa", "As moedas de quem"),
    "bank.admin.amount": Named("quantia", "Quantas moedas"),
    "bank.admin.reason": Named("motivo", "Por quê: fica escrito com o seu nome"),
    "bank.admin.grant": Named("conceder", "Pagar moedas da casa a alguém"),
    "bank.admin.take": Named("tirar", "Tirar moedas de alguém, para a casa"),
    "bank.admin.freeze": Named("congelar", "Não deixar alguém mover moedas, ou deixar de novo"),
    "bank.admin.freeze.frozen": Named("congelado", "“Não” deixa mover moedas outra vez"),
    "bank.admin.audit": Named("registro", "Publicar num canal tudo o que a gestão faz"),
    "bank.admin.audit.channel": Named("canal", "Onde; em branco: em lugar nenhum"),
    "leaderboard": Named("classificação", "As maiores fortunas deste servidor"),
    "profile": Named(
        "perfil", "Seus jogos, sequências, cavalo favorito e conquistas; ou os resultados de alguém"
    ),
    "profile.player": Named("jogador", "De quem; em branco: o seu"),
    "help": Named("ajuda", "O que é o Paddock, como é um dia de corrida, e todos os comandos"),
    "settings": Named("configurações", "Idioma, relógios, canais, entradas: o que vale neste servidor"),
    "privacy": Named("privacidade", "O que está guardado sobre você: ler ou mandar apagar"),
    "preferences": Named("preferências", "Se lhe perguntam mesmo quando só há um lance"),
}

COMMANDS: Mapping[str, Mapping[str, Named]] = {"de": GERMAN, "pt-BR": PORTUGUESE}
"""By Discord locale."""
