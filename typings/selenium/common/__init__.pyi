class StaleElementReferenceException(Exception): ...  # noqa: N818  # selenium's name
